/** One chunk for the orders and transactions, because viewers of one often open the other. */
export { default as Orders } from './Orders'
export { default as Transactions } from './Transactions'
