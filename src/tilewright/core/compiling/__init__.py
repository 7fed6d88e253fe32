"""How rules are compiled, and how compiled code is kept between runs."""
