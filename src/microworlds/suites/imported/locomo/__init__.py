"""LoCoMo, imported: very long conversations of two people, with questions and the turns that answer them."""
