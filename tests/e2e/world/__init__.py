"""People who do anything that they see, at random, on a server where anything happens; and the promises to them."""
