"""Fipsen in its local forms: Prisdorf, Grossenaspe, Thedinghausen and the two of Mecklenburg."""
