"""The billing domain: plain values for what is sold, ordered and paid."""
