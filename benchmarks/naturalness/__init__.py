"""How good the texts are, as raters say who do not know where a text is from."""
