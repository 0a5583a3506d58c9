"""A table and its channel on paper: rules change a draft, and what is planned counts as sent. There is no Discord."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from bot.channel import plan
from bot.channel.plan import FinishedMessage, PlanItem, PlannedMessage, PrivateHand, Scene
from bot.channel.posting import fingerprint
from bot.table.log.draft import SECRET, Draft, new_row
from bot.table.log.fold import RULES_VERSION, Position
from bot.table.log.model import Person, Seen
from bot.table.posts import Post, PostKind, Snapshot
from bot.table.record import report
from bot.table.rules import computers, deals, lobby, play
from bot.talk.words import Texts, mentions
from tests.bot.games import GAMES
from tests.bot.tools import ANA, BEN, CHANNEL, GUILD

CARDS = GAMES["cards"]
BOLT = Person(0, "Bolt", "easy")
_messages = count(10**18)


@dataclass
class Paper:
    """The table, and our messages about it."""

    draft: Draft
    posts: list[Post] = field(default_factory=list)
    private: bool = False
    """Whether the player to move wants the hand by private message."""

    @classmethod
    def lobby(cls, *others: Person, beacon: bool = False) -> Paper:
        """Return a table that waits for players."""
        row = new_row(CARDS, CARDS.options(), ANA, GUILD, CHANNEL, RULES_VERSION, 0)
        row = row._replace(id=1, number=1)
        draft = Draft.of(row, (), CARDS, Position(1), {SECRET: bytes(32)}, 1)
        draft.beacon = beacon
        lobby.open_(draft, ANA)
        for person in others:
            (computers.seat_computer if person.computer else lobby.join)(draft, person)
        return cls(draft)

    @classmethod
    def waiting_for_deal(cls, other: Person = BEN) -> Paper:
        """Return a game of two that waits for its first deal."""
        paper = cls.lobby(other)
        lobby.start(paper.draft)
        return paper

    @classmethod
    def running(cls) -> Paper:
        """Return a game of two whose first player is to move; the channel is shown up to the deal."""
        paper = cls.waiting_for_deal()
        paper.show()
        return paper

    @property
    def mover(self) -> Person:
        """The player to move."""
        mover = self.draft.table.mover
        assert mover is not None
        return mover

    def move(self) -> None:
        """Take the first legal action."""
        play.act(self.draft, self.mover, None, str(self.draft.state.legal_actions()[0]))

    def snapshot(self) -> Snapshot:
        """Return the snapshot on which the messages depend."""
        draft, table = self.draft, self.draft.table
        if draft.position.state is None:
            return Snapshot(Seen(table, None, None), self.posts)
        draft.recent = tuple(draft.entries)
        seen = Seen(table, None, draft.state.observe(None))
        private = self.private and table.mover is not None
        told = report.snapshot(draft, seen, self.posts, draft.entries, (), private=private, large=False)
        return replace(told, at=draft.now)

    def plan(self) -> list[PlanItem]:
        """Return the plan of the channel's messages."""
        return plan.plan(Scene(self.snapshot(), CARDS, Texts().message_words("en", mentions(self.draft.table.seats))))

    def show(self) -> list[PlanItem]:
        """Do what is planned until nothing more happens by it; what was done."""
        done = list[PlanItem]()
        while True:
            steps = self.plan()
            for step in steps:
                self._do(step)
            done += steps
            self.draft.table = replace(self.draft.table, shown_seq=self.draft.position.seq)
            if not any(isinstance(step, PlannedMessage) and (step.anchor or step.triggers_deal) for step in steps):
                return done

    def post_of(self, step: PlannedMessage) -> Post | None:
        """Return the message that a step is about, or None."""
        return next((post for post in self.posts if (post.kind, post.seq) == (step.kind, step.seq)), None)

    def _do(self, step: PlanItem) -> None:
        match step:
            case FinishedMessage():
                at = next(number for number, post in enumerate(self.posts) if post.id == step.post.id)
                said = fingerprint(step.letter)
                self.posts[at] = replace(self.posts[at], fingerprint=said, collapsed=step.is_last_edit)
            case PlannedMessage() if (old := self.post_of(step)) is not None:
                self.posts[self.posts.index(old)] = replace(old, fingerprint=fingerprint(step.letter))
            case PlannedMessage():
                post = self._add(step.kind, step.seq, step.place, step)
                if step.anchor is not None:
                    assert post.message is not None
                    deals.note_post(self.draft, step.anchor.seq, post.channel, post.message)
                elif step.triggers_deal:
                    deals.deal_unannounced(self.draft)
            case PrivateHand() if step.existing_post is None:
                self._add(PostKind.HAND, step.seq, step.user, step)

    def _add(self, kind: PostKind, seq: int, place: int, step: PlannedMessage | PrivateHand) -> Post:
        seat = step.pinged if isinstance(step, PlannedMessage) else step.seat
        message, said = next(_messages), fingerprint(step.letter)
        self.posts.append(Post(len(self.posts) + 1, 1, kind, seq, place, message, False, seat, 0, said, 0))
        return self.posts[-1]


def kinds(steps: Sequence[PlanItem]) -> list[str]:
    """Return in short what the steps are about: past, private or wanted."""
    names = {FinishedMessage: "past", PrivateHand: "private", PlannedMessage: "wanted"}
    about = [
        step.post.kind if isinstance(step, FinishedMessage) else getattr(step, "kind", PostKind.HAND) for step in steps
    ]
    return [f"{names[type(step)]} {kind}" for step, kind in zip(steps, about, strict=True)]
