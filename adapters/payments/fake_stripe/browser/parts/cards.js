/** The format and validation of a card's number, expiration date and security code. */

/** Card brands by first digits (ISO/IEC 7812): lengths and groups of the number, and length of the security code. */
const BRANDS = [
  { name: 'amex', begins: /^3[47]/, lengths: [15], groups: [4, 6, 5], code: 4 },
  { name: 'diners', begins: /^3(?:0[0-5]|[689])/, lengths: [14, 16], groups: [4, 4, 4, 4], code: 3 },
  { name: 'jcb', begins: /^35/, lengths: [16], groups: [4, 4, 4, 4], code: 3 },
  { name: 'visa', begins: /^4/, lengths: [16], groups: [4, 4, 4, 4], code: 3 },
  {
    name: 'mastercard',
    begins: /^(?:5[1-5]|2(?:2[2-9]|[3-6]|7[01]|720))/,
    lengths: [16],
    groups: [4, 4, 4, 4],
    code: 3,
  },
  { name: 'discover', begins: /^6(?:011|4[4-9]|5)/, lengths: [16], groups: [4, 4, 4, 4], code: 3 },
  { name: 'unionpay', begins: /^62/, lengths: [16, 19], groups: [4, 4, 4, 4, 3], code: 3 },
]
const UNKNOWN = { name: 'unknown', lengths: [16], groups: [4, 4, 4, 4], code: 3 }

/** Return the brand for the first digits of a number. The brand is `unknown` until the digits are sufficient. */
export const brandOf = digits => BRANDS.find(brand => brand.begins.test(digits)) ?? UNKNOWN

/** Return whether the check digit is valid (ISO/IEC 7812-1, annex B). */
export function hasValidCheckDigit(digits) {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * ((index % 2) + 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

const getDigits = text => text.replace(/\D/g, '')

/** Format the typed part of a number, such as `4242 4242 4242 4242` or `3782 822463 10005`. */
function formatNumber(text) {
  const { groups, lengths } = brandOf(getDigits(text))
  const digits = getDigits(text).slice(0, Math.max(...lengths))
  const parts = []
  for (let at = 0, group = 0; at < digits.length; at += groups[group++]) {
    parts.push(digits.slice(at, at + groups[group]))
  }
  return parts.join(' ')
}

/** Format a date such as `1234` or `12/2034` as `12 / 34`. A month that starts with 2 to 9 gets a leading 0. */
function formatExpiry(text) {
  const [, first, year] = /^\s*(\d)\s*\/\s*(.*)$/.exec(text) ?? []
  let digits = getDigits(first ? `0${first}${year}` : text)
  if (/^[2-9]/.test(digits)) digits = `0${digits}`
  const yearDigits = digits.slice(2)
  const shortYear =
    yearDigits.length === 4 && yearDigits.startsWith('20') ? yearDigits.slice(2) : yearDigits.slice(0, 2)
  return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${shortYear}`
}

/**
 * The kinds of fields. `format` formats the text of a field, and `getState` returns its state.
 *
 * `errorCode` is the code of an error that more typing cannot fix, or null. `incompleteCode` is the code of an
 * incomplete text. `value` contains the parameters for the API. The second argument has `today` (such as `2026-11`)
 * and the `brand` of the number.
 */
export const KINDS = {
  cardNumber: {
    format: formatNumber,
    getState(text) {
      const number = getDigits(text)
      const { name, lengths } = brandOf(number)
      const hasValidLength = lengths.includes(number.length)
      const errorCode = number.length >= Math.max(...lengths) && !hasValidCheckDigit(number) ? 'invalid_number' : null
      return {
        value: { number },
        brand: name,
        complete: hasValidLength && hasValidCheckDigit(number),
        errorCode,
        incompleteCode: 'incomplete_number',
      }
    },
  },
  cardExpiry: {
    format: formatExpiry,
    getState(text, { today }) {
      const digits = getDigits(text)
      const [month, year] = [Number(digits.slice(0, 2)), 2000 + Number(digits.slice(2, 4))]
      const isFull = digits.length === 4
      const [thisYear, thisMonth] = today.split('-').map(Number)
      let errorCode = null
      if (digits.length >= 2 && (month < 1 || month > 12)) errorCode = 'invalid_expiry_month'
      else if (isFull && year < thisYear) errorCode = 'invalid_expiry_year_past'
      else if (isFull && year === thisYear && month < thisMonth) errorCode = 'invalid_expiry_month_past'
      else if (isFull && year > thisYear + 50) errorCode = 'invalid_expiry_year'
      const value = { exp_month: month, exp_year: year }
      return { value, complete: isFull && !errorCode, errorCode, incompleteCode: 'incomplete_expiry' }
    },
  },
  cardCvc: {
    format: (text, { brand }) => getDigits(text).slice(0, brand === 'unknown' ? 4 : codeLength(brand)),
    getState(text, { brand }) {
      const cvc = getDigits(text)
      const complete = cvc.length >= 3 && cvc.length >= codeLength(brand)
      return { value: { cvc }, complete, errorCode: null, incompleteCode: 'incomplete_cvc' }
    },
  },
}

const codeLength = name => (BRANDS.find(brand => brand.name === name) ?? UNKNOWN).code
