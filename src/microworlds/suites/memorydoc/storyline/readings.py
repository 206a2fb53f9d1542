"""Who reads which document, and what people think and remember of it.

Source: MemoryDocDataSet 3.2 (grounded conversations); Table 2 (does what was said match the document?).
"""

from dataclasses import dataclass, field

from microworlds.generation.person_names import first_name
from microworlds.generation.session_planner import PlannedSession
from microworlds.generation.session_plans import Beat
from microworlds.suites.memorydoc.storyline.mentions import Mention, Mentions

_RECALLED = frozenset("award fine price term governing_law rent loan county".split())


@dataclass
class Readings:
    """What is said of reading; each method says whether there was anything to say.

    ``weighed`` maps targets to whether somebody has praised or doubted them: nobody does so again.
    """

    mentions: Mentions
    weighed: dict[str, str] = field(default_factory=dict)

    def give(self, session: PlannedSession) -> bool:
        """Somebody is asked, or offers, to read what was brought to an earlier session."""
        for mention in self.mentions.earlier(session):
            if not mention.readers and mention.target.id not in self.weighed:
                reader = self.mentions.planner.speaker(session)
                others = [name for name in session.personas if name != reader]
                takes = self.mentions.planner.rng.random() < 0.4
                slots, says = self.mentions.by_what_happened(mention)
                speaker = reader if takes else self.mentions.planner.rng.choice(others)
                beat = self.mentions.assign(mention, session, slots, says, reader, speaker)
                self.mentions.planner.place(session, "taken" if takes else "given", beat)
                return True
        return False

    def hand(self, session: PlannedSession) -> bool:
        """What somebody was to read goes to somebody else."""
        for mention in self.mentions.earlier(session):
            free = [
                name for name in session.personas if mention.readers and first_name(name) != mention.readers[-1].value
            ]
            begun = mention.target.id in self.weighed
            if len(mention.readers) == 1 and mention.read_at < session.number and len(free) > 1 and not begun:
                if mention.readers[-1].value in session.firsts:  # nobody is spoken of like that in their presence
                    continue
                reader, speaker = self.mentions.planner.rng.sample(free, 2)
                slots, says = self.mentions.by_what_happened(mention)
                beat = self.mentions.assign(mention, session, slots, says, reader, speaker)
                self.mentions.planner.place(session, "handed", beat)
                return True
        return False

    def praise(self, session: PlannedSession) -> bool:
        """Somebody is convinced by a document, best one who was to read it."""
        for mention in self.mentions.earlier(session):
            readers = {claim.value for claim in mention.readers[-1:]}
            able = [name for name in session.personas if first_name(name) != mention.by]
            best = [name for name in able if first_name(name) in readers]
            if able and mention.target.id not in self.weighed:
                beat = self.judged(session, mention, "praise", (best or able)[0])
                self.mentions.planner.place(session, "praised", beat)
                return True
        return False

    def judged(self, session: PlannedSession, mention: Mention, act: str, speaker: str) -> Beat:
        """The beat by which somebody doubts or praises a mention."""
        self.weighed[mention.target.id] = act
        attribute = {"doubt": "doubted_by", "praise": "praised_by"}[act]
        claim = self.mentions.planner.claim(mention.id, attribute, first_name(speaker))
        slots, says = self.mentions.by_what_happened(mention)
        return self.mentions.planner.beat(act, speaker, [claim], says, **slots)

    def recall(self, session: PlannedSession) -> bool:
        """What someone believes a document says, rightly or wrongly: it can be checked against the document."""
        planner = self.mentions.planner
        facts = [
            fact
            for own_facts in self.mentions.document_facts
            for fact in own_facts.facts
            if fact.attribute in _RECALLED
        ]
        for mention in self.mentions.earlier(session):
            own = [fact for fact in facts if fact.subject == mention.target.id]
            if not own:
                continue
            fact = planner.rng.choice(own)
            others = sorted({f.value for f in facts if f.attribute == fact.attribute and f.value != fact.value})
            value = planner.rng.choice(others) if others and planner.rng.random() < 0.5 else fact.value
            claim = planner.claim(mention.id, f"recalled_{fact.attribute}", value)
            slots, says = self.mentions.by_what_happened(mention)
            slots |= {"attribute": fact.attribute, "value": value}
            beat = planner.beat("recall", planner.speaker(session), [claim], [value, *says], **slots)
            planner.place(session, "recalled", beat)
            return True
        return False
