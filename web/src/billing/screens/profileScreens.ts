/** What was bought, in one piece: who looks at the orders looks at the transactions. */
export { default as Orders } from './Orders'
export { default as Transactions } from './Transactions'
