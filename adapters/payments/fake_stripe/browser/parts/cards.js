/** What a card's number, date and security code look like, and what is wrong with them. */

/** Brands by their first digits (ISO/IEC 7812): how long their numbers are, how they are grouped, how long the code is. */
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

/** A brand by the first digits of a number; `unknown` while they do not tell. */
export const brandOf = digits => BRANDS.find(brand => brand.begins.test(digits)) ?? UNKNOWN

/** The check digit (ISO/IEC 7812-1, annex B). */
export function checks(digits) {
  const sum = [...digits].reverse().reduce((all, digit, place) => {
    const doubled = Number(digit) * ((place % 2) + 1)
    return all + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

const onlyDigits = text => text.replace(/\D/g, '')

/** `4242 4242 4242 4242`, or `3782 822463 10005`, as far as it is typed. */
function grouped(text) {
  const { groups, lengths } = brandOf(onlyDigits(text))
  const digits = onlyDigits(text).slice(0, Math.max(...lengths))
  const found = []
  for (let at = 0, group = 0; at < digits.length; at += groups[group++]) {
    found.push(digits.slice(at, at + groups[group]))
  }
  return found.join(' ')
}

/** `12 / 34`, from `1234`, `12/2034` or `0134`; a month that begins with 2 to 9 gets its 0. */
function dated(text) {
  const [, first, year] = /^\s*(\d)\s*\/\s*(.*)$/.exec(text) ?? []
  let digits = onlyDigits(first ? `0${first}${year}` : text)
  if (/^[2-9]/.test(digits)) digits = `0${digits}`
  const rest = digits.slice(2)
  const short = rest.length === 4 && rest.startsWith('20') ? rest.slice(2) : rest.slice(0, 2)
  return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${short}`
}

/**
 * Each kind of field: how its text is written, and how it stands.
 *
 * `wrong` is what no more typing can mend, `unfinished` what is still missing, each a code or null. `value` is what
 * goes into the call. `at` has `today` (`2026-11`) and the number's `brand`.
 */
export const KINDS = {
  cardNumber: {
    written: grouped,
    stands(text) {
      const number = onlyDigits(text)
      const { name, lengths } = brandOf(number)
      const fits = lengths.includes(number.length)
      const wrong = number.length >= Math.max(...lengths) && !checks(number) ? 'invalid_number' : null
      return {
        value: { number },
        brand: name,
        complete: fits && checks(number),
        wrong,
        unfinished: 'incomplete_number',
      }
    },
  },
  cardExpiry: {
    written: dated,
    stands(text, { today }) {
      const digits = onlyDigits(text)
      const [month, year] = [Number(digits.slice(0, 2)), 2000 + Number(digits.slice(2, 4))]
      const whole = digits.length === 4
      const [thisYear, thisMonth] = today.split('-').map(Number)
      let wrong = null
      if (digits.length >= 2 && (month < 1 || month > 12)) wrong = 'invalid_expiry_month'
      else if (whole && year < thisYear) wrong = 'invalid_expiry_year_past'
      else if (whole && year === thisYear && month < thisMonth) wrong = 'invalid_expiry_month_past'
      else if (whole && year > thisYear + 50) wrong = 'invalid_expiry_year'
      const value = { exp_month: month, exp_year: year }
      return { value, complete: whole && !wrong, wrong, unfinished: 'incomplete_expiry' }
    },
  },
  cardCvc: {
    written: (text, { brand }) => onlyDigits(text).slice(0, brand === 'unknown' ? 4 : lengthOfCode(brand)),
    stands(text, { brand }) {
      const cvc = onlyDigits(text)
      const complete = cvc.length >= 3 && cvc.length >= lengthOfCode(brand)
      return { value: { cvc }, complete, wrong: null, unfinished: 'incomplete_cvc' }
    },
  },
}

const lengthOfCode = name => (BRANDS.find(brand => brand.name === name) ?? UNKNOWN).code
