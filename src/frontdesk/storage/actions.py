"""The log of actions: kept before they run, closed when they end, so that each takes effect once."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, select, update

from frontdesk.storage.rows import Action, By, Intent
from frontdesk.storage.schema import actions
from frontdesk.storage.sql import Row, Sql, Statement, given, insert_once

ACTION = (
    actions.c.key,
    actions.c.conversation_id,
    actions.c.step,
    actions.c.action,
    actions.c.arguments,
    actions.c.by,
    actions.c.intended_at,
    actions.c.outcome,
    actions.c.fields,
    actions.c.done_at,
)
INTENT = ("key", "conversation_id", "step", "action", "arguments", "by", "intended_at")

# Keeps an action that is about to run; returns no row if its key is known.
INTEND = Statement(insert_once(actions, *INTENT).returning(actions.c.key))

# Keeps an action together with its outcome: one that runs inside the turn's own transaction.
RECORD = Statement(insert_once(actions, *INTENT, "outcome", "fields", "done_at"))

# Keeps how an action ended; the first ending counts.
DONE = Statement(
    update(actions)
    .where(actions.c.key == bindparam("which"), actions.c.outcome.is_(None))
    .values(given("outcome", "fields", "done_at"))
)

# Finds an action by its key.
BY_KEY = Statement(select(*ACTION).where(actions.c.key == bindparam("which")))

# Lists the actions of a conversation in the order they were intended.
OF_CONVERSATION = Statement(
    select(*ACTION)
    .where(actions.c.conversation_id == bindparam("conversation"))
    .order_by(actions.c.intended_at, actions.c.key)
)

# Lists the keys of a conversation's actions: its id, the number of a run, and more.
KEYS = Statement(select(actions.c.key).where(actions.c.conversation_id == bindparam("conversation")))

# Lists actions that were intended before a moment and have not ended, the oldest first.
UNFINISHED = Statement(
    select(*ACTION)
    .where(actions.c.outcome.is_(None), actions.c.intended_at < bindparam("before"))
    .order_by(actions.c.intended_at)
    .limit(bindparam("limit"))
)


class Actions:
    """The actions intended and done."""

    __slots__ = ("sql",)

    def __init__(self, sql: Sql) -> None:
        """Read and write through `sql`."""
        self.sql = sql

    def intend(self, intent: Intent) -> Action | None:
        """Keep an action that is about to run; the one already kept under its key, if any, is returned instead."""
        if self.sql.one(INTEND, _columns(intent)) is not None:
            return None
        return self.by_key(intent.key)

    def record(self, action: Action) -> None:
        """Keep an action with its outcome; one already kept under its key stays as it is."""
        ending = {"outcome": action.outcome, "fields": action.fields, "done_at": action.done_at}
        self.sql.later(RECORD, {**_columns(action.intent), **ending})

    def done(self, key: str, outcome: str, fields: str, at: datetime) -> bool:
        """Keep how an action ended; False if it has ended before, or was never intended."""
        return self.sql.run(DONE, {"which": key, "outcome": outcome, "fields": fields, "done_at": at}) == 1

    def by_key(self, key: str) -> Action | None:
        """Return the action kept under a key, or None."""
        row = self.sql.one(BY_KEY, {"which": key})
        return None if row is None else _action(row)

    def of(self, conversation_id: str) -> tuple[Action, ...]:
        """Return the actions of a conversation."""
        return tuple(map(_action, self.sql.all(OF_CONVERSATION, {"conversation": conversation_id})))

    def last_run(self, conversation_id: str) -> int:
        """Return the highest number of a run that asked for an action; a run of that number would find its outcomes."""
        keys = (key for (key,) in self.sql.all(KEYS, {"conversation": conversation_id}))
        runs = (key[len(conversation_id) + 1 :].partition(".")[0] for key in keys)
        return max((int(run) for run in runs if run.isdecimal()), default=0)

    def unfinished(self, before: datetime, limit: int) -> tuple[Action, ...]:
        """Return actions intended before a moment of which no end is known: they are looked up, not repeated."""
        return tuple(map(_action, self.sql.all(UNFINISHED, {"before": before, "limit": limit})))


def _columns(intent: Intent) -> dict[str, object]:
    return {
        "key": intent.key,
        "conversation_id": intent.conversation_id,
        "step": intent.step,
        "action": intent.action,
        "arguments": intent.arguments,
        "by": intent.by.value,
        "intended_at": intent.at,
    }


def _action(row: Row) -> Action:
    key, conversation_id, step, action, arguments, by, at, *ending = row
    return Action(Intent(key, conversation_id, step, action, arguments, By(by), at), *ending)
