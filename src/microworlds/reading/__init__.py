"""The general reader: reads chat, court opinions, contracts and meetings by the same code, whoever wrote them."""
