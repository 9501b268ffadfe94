"""The rules page of Doppelkopf."""

from rules.prose import RulesPage

PAGE = RulesPage()
