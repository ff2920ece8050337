"""Events, the library and who may watch: pure rules without a database, a request or a clock of their own."""
