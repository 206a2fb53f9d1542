from microworlds.corpora.law.pen import ended, polished


def test_polishing_puts_articles_capitals_and_stops_right():
    assert polished("^a old ladder. ^a $8 bill, a $18 one and a $180 one") == (
        "An old ladder. An $8 bill, an $18 one and a $180 one"
    )
    assert ended("He said “no.”") == "He said “no.”"
