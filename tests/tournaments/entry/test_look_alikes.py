"""Names that ask whether they mean one person, and names that do not."""

import pytest

from tournaments.wording.look_alikes import are_alike, spellings

ALIKE = [
    ("Jürgen Meier", "Jurgen Meier"),
    ("Jürgen Meier", "Juergen Meier"),
    ("Jurgen Meier", "Juergen Meier"),
    ("Jürgen Meier", "JÜRGEN MEIER"),
    ("Jürgen Meier", "J\u0075\u0308rgen Meier"),
    ("Jürgen Meier", "Jürgen\u200b Meier"),
    ("Jürgen Meier", "Meier Jürgen"),
    ("Jürgen Meier", "J. Meier"),
    ("Jürgen Meier", "J Meier"),
    ("Jürgen Meier", "Jürgen M."),
    ("Jürgen Meier", "Dr. Jürgen Meier"),
    ("Hans-Jürgen Meier", "Hans Jürgen Meier"),
    ("Hans-Jürgen Meier", "Hansjürgen Meier"),
    ("Hans-Jürgen Meier", "H.-J. Meier"),
    ("Hans-Jürgen Meier", "H. J. Meier"),
    ("Hans-Jürgen Meier", "H. Meier"),
    ("Hans Meier", "Hans J. Meier"),
    ("Hans Jürgen Meier", "Hans J. Meier"),
    ("Jörg Groß", "Joerg Gross"),
    ("Åse Öst", "Aase Oest"),
    ("Ben Øst", "Ben Oest"),
    ("Łukasz Żak", "Lukasz Zak"),
    ("Zoë Kühlewind", "Zoe Kuehlewind"),
    ("Mary O'Brien", "Mary OBrien"),
    ("Mary O’Brien", "Mary O'Brien"),
    ("Jürgen von der Heide", "Jürgen v. d. Heide"),
    ("Jürgen von der Heide", "Jürgen Heide"),
    ("Hans Kröger jun.", "Hans Kröger Junior"),
    ("Hans Kröger jun.", "H. Kröger jun."),
    ("Ａｎｎａ Meier", "Anna Meier"),
    ("Hans-Jürgen Groß", "HJ Groß"),
    ("Jürgen Meier", "Jürgen Meier, Dr."),
    ("Eva Meier", "Eva Meier geb. Groß"),
    ("山田 太郎", "山田太郎"),
    ("山田 太郎", "山田太郎様"),
    ("山田 太郎", "山田太郎（やまだ たろう）"),
    ("高橋 一郎", "髙橋一郎"),
    ("山崎 花子", "山﨑 花子"),
    ("斎藤 健", "齋藤 健"),
    ("渡辺 健", "渡邊 健"),
    ("沢田 健", "澤田 健"),
    ("やまだ たろう", "ヤマダ タロウ"),
    ("ヤマダ タロウ", "ﾔﾏﾀﾞ ﾀﾛｳ"),
    # Letters of another alphabet, of mathematics or in circles that look like ours
    ("Karl Ost", "\u041aarl \u041est"),
    ("Karl Ost", "K\u0430rl \u041e\u0455t"),
    ("Karl Ost", "\u039aarl \u039fst"),
    ("Karl Ost", "\U0001d40a\U0001d41a\U0001d42b\U0001d425 \U0001d40e\U0001d42c\U0001d42d"),
    ("Karl Ost", "\u24c0arl Ost"),
    # Particles, also as one word, and what titles and degrees add
    ("Karl Freiherr von und zu Guttenberg", "Karl zu Guttenberg"),
    ("Karl Freiherr von und zu Guttenberg", "Karl Frhr. v. u. z. Guttenberg"),
    ("Jürgen van der Meer", "Jürgen vander Meer"),
    ("Jürgen van der Meer", "Jürgen Vandermeer"),
    ("Maria de la Cruz", "Maria Delacruz"),
    ("Eva Lindner", "Eva Lindner MBA"),
    ("Eva Lindner", "PD Dr. Eva Lindner"),
    ("Eva Lindner", "Univ.-Prof. Dr. Eva Lindner"),
    ("Hans Kröger jun.", "Hans Kröger d. J."),
    ("Hans Kröger sen.", "Hans Kröger der Ältere"),
    ("Hans Kröger jun.", "Hans Kröger (jun.)"),
    # Double names, and what is put between
    ("Anna Müller-Lüdenscheidt", "Anna Müller"),
    ("Anna Müller-Lüdenscheidt", "Anna Luedenscheidt"),
    ("Anna Müller-Lüdenscheidt", "A. Müller"),
    ("Hans-Jürgen Meier", "Jürgen Meier"),
    ("Eva Lindner-Lau", "Eva Lindner geb. Lau"),
    ("Karl „Kalle“ Ost", "Karl Ost"),
    ("Karl (Kalle) Ost", "Karl Ost"),
    ("Karl_Ost", "Karl Ost"),
    ("Anna Weiß", "Anna Weisz"),
    ("Đorđe Đurić", "Djordje Djuric"),
]
APART = [
    ("Jürgen Meier", "Jürgen Müller"),
    ("J. Meier", "K. Meier"),
    ("Hans J. Meier", "Hans K. Meier"),
    ("Anna K.", "Anna L."),
    ("Anna K.", "Anna"),
    ("Hans Kröger", "Hans Kröger jun."),
    ("Hans Kröger sen.", "Hans Kröger jun."),
    ("Hans Kröger d. Ä.", "Hans Kröger d. J."),
    ("Anna Müller-Lüdenscheidt", "Anna Müller-Hof"),
    ("Karl Ost (Kiel)", "Karl Ost (Jena)"),
    ("Иван Петров", "Олег Петров"),
    ("Peter Müller II", "Peter Müller III"),
    ("Player 1", "Player 11"),
    ("Player 1", "Player 2"),
    ("A", "B"),
    ("🃏", "👩"),
    ("山田 太郎", "山田 花子"),
    ("高橋 一郎", "高崎 一郎"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_two_spellings_of_one_name_ask(one, other):
    assert are_alike(one, other) and are_alike(other, one)


@pytest.mark.parametrize(("one", "other"), APART)
def test_two_names_ask_nothing(one, other):
    assert not are_alike(one, other) and not are_alike(other, one)


def test_a_name_of_many_words_has_few_spellings():
    for words in range(2, 40):
        assert len(spellings("ab " * words + "cd").shortened) < 200
