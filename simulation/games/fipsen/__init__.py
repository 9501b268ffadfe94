"""The Fipsen family: five cards, one declarer against the others."""
