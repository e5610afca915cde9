"""The keys of `flows/*.yaml`: one table per kind of object."""

from __future__ import annotations

import re
from datetime import timedelta

from frontdesk.dialogue.flow import FormUse, Role
from frontdesk.flows.reading.assigned import AssignedShape
from frontdesk.flows.reading.kinds import BOOLEAN, CAPTION, HINT_TEXT, KEY, NAME, TEXT, Kind, Wrong, one_of
from frontdesk.flows.reading.schema import Field, Object, Placed, Scalar, Several, Table, Tagged
from frontdesk.flows.reading.wordings import WordingShape


def _tries(text: str) -> int | Wrong:
    return int(text) if text in set("123456789") else Wrong()


def _retries(text: str) -> int | Wrong:
    return int(text) if text in set("0123") else Wrong()


def _timeout(text: str) -> timedelta | Wrong:
    match = re.fullmatch(r"(\d{1,3}(?:\.\d)?)\s*s(ec(ond)?s?)?", text, re.ASCII)
    if not match:
        return Wrong()
    seconds = float(match[1])
    return timedelta(seconds=seconds) if 0 < seconds <= _LONGEST_WAIT else Wrong("Nobody waits longer than 60 seconds.")


def _version(text: str) -> str | Wrong:
    return text if text == EVERY_VERSION or re.fullmatch(r"[0-9a-f]{8,64}", text, re.ASCII) else Wrong()


def _form(text: str) -> FormUse | Wrong:
    if text == FormUse.WHEN_STUCK:
        return FormUse.WHEN_STUCK
    shown = BOOLEAN.read(text)
    return Wrong() if isinstance(shown, Wrong) else FormUse.ALWAYS if shown else FormUse.NEVER


EVERY_VERSION = "any"
_NAME = Placed(Scalar(NAME))
_NAMES = Several(_NAME)
_NAME_TABLE = Table(NAME, _NAME)
_TEXT = Scalar(TEXT)
_CONDITION = Placed(_TEXT)
_CAPTION = Placed(Scalar(CAPTION))
_LONGEST_WAIT = 60
_RETRIES = Kind("retry", "a number from 0 to 3", _retries)
_TIMEOUT = Kind("timeout", "a time such as 5 seconds", _timeout)
_VERSION = Kind("version", "a version such as 3f9a1c0b77de, as `frontdesk flows` lists it, or any", _version)
_FORM = Kind("form", "yes, no or when_stuck", _form)
_TRIES = Kind("tries", "a number from 1 to 9: a question is not asked forever", _tries)

STEP = Field("step", _NAME, "its name", required=True)
TYPE = Field("type", _TEXT, "what it does", required=True)
WHEN = Field("when", _CONDITION, "skip the step unless this holds")
NEXT = Field("next", _NAME, "the step after it; the following one in the file where left out")
TRIES = Field("tries", Scalar(_TRIES), "how often the question is put; 3 where left out")
ON_EXIT = Field("on_exit", _NAME, "the step to go to when it has been put that often")
MESSAGE = Field("message", WordingShape(), "what is said")
PHRASE = Field("phrase", Placed(Scalar(KEY)), "what is said, by its name in the replies")
_COMMON = (STEP, TYPE, WHEN, NEXT)
_WAITING = (TRIES, ON_EXIT)
_SAYING = (MESSAGE, PHRASE)

SLOT = Field("slot", _NAME, "the slot it fills", required=True)
COLLECT = Object("collect step", (*_COMMON, *_WAITING, SLOT))

FROM = Field("from", _NAME, "the action step that finds the options", required=True)
TAKE = Field("take", _NAME_TABLE, "fields of the chosen option, and the slots they go to")
CHOICE_ASK = Field("ask", WordingShape(), "what is said above the options")
CHOOSE = Object("choose step", (*_COMMON, *_WAITING, SLOT, FROM, CHOICE_ASK, PHRASE, TAKE))

ON_NO = Field("on_no", _NAME, "the step to go to after a no; the desk asks what to change where left out")
SHOWS = Field("shows", _NAMES, "slots that it shows, for the reader; every text of it must")
UNSHOWN = Field(
    "unshown", _NAMES, "slots that are passed on without being shown: ids, and what proved whose the thing shown is"
)
BUTTON_YES = Field("yes", _CAPTION, "what agrees, by the name of what is done: Book it")
BUTTON_NO = Field("no", _CAPTION, "what does not: Not yet")
BUTTONS = Field("buttons", Object("buttons", (BUTTON_YES, BUTTON_NO)), "texts of the two buttons, where there are any")
CONFIRM = Object("confirm step", (*_COMMON, *_WAITING, *_SAYING, ON_NO, SHOWS, UNSHOWN, BUTTONS))

CALL = Field("call", _NAME, "the action", required=True)
WITH = Field("with", _NAME_TABLE, "arguments and their slots; slots of the same name where left out")
MAP_OUTPUTS = Field("map_outputs", _NAME_TABLE, "fields of the outcome, and the slots they go to")
ON = Field("on", _NAME_TABLE, "outcomes and the steps they lead to")
RETRY = Field("retry", Scalar(_RETRIES), "how often it is tried again when it did not end; 0 where left out")
TIMEOUT = Field("timeout", Scalar(_TIMEOUT), "how long an async action may take, such as 5 seconds")
ACTION = Object("action step", (*_COMMON, CALL, WITH, MAP_OUTPUTS, ON, RETRY, TIMEOUT))

ONE_SLOT = Field("slot", _NAME, "the slot it fills, where it is one")
VALUE = Field("value", _CONDITION, "what goes into `slot`, as written")
COPIED = Field("from", _NAME, "the slot whose value goes into `slot`")
VALUES = Field("values", Table(NAME, AssignedShape()), "slots and what goes into them: a value, or {from: slot}")
SET = Object("set step", (*_COMMON, ONE_SLOT, VALUE, COPIED, VALUES))

OTHER_FLOW = Field("flow", _NAME, "the other flow", required=True)
GIVES = Field("inputs", _NAME_TABLE, "slots of the other flow, and the slots of this one whose values they get")
TAKES = Field("outputs", _NAME_TABLE, "slots of the other flow, and the slots of this one that get their values")
CALL_STEP = Object("call step", (*_COMMON, OTHER_FLOW, GIVES, TAKES))
LINK = Object("link step", (STEP, TYPE, WHEN, NEXT, OTHER_FLOW, GIVES))

SAY = Object("say step", (*_COMMON, *_SAYING))

CASE_WHEN = Field("when", _CONDITION, "what must hold", required=True)
CASE_NEXT = Field("next", _NAME, "the step to go to", required=True)
CASES = Field("cases", Several(Object("case", (CASE_WHEN, CASE_NEXT))), "the first that holds is taken", required=True)
OTHERWISE = Field("otherwise", _NAME, "the step to go to when no case holds", required=True)
BRANCH = Object("branch step", (STEP, TYPE, WHEN, CASES, OTHERWISE))

REASON = Field("reason", _TEXT, "what staff are told; the name of the step where left out")
HANDOFF = Object("handoff step", (*_COMMON, *_SAYING, REASON))

MOVE_STEP = Object("move step", (STEP, TYPE, NEXT))

END_STEP = Object("end step", (STEP, TYPE))

STEP_TYPES = {
    "collect": COLLECT,
    "choose": CHOOSE,
    "confirm": CONFIRM,
    "action": ACTION,
    "say": SAY,
    "branch": BRANCH,
    "set": SET,
    "call": CALL_STEP,
    "link": LINK,
    "handoff": HANDOFF,
    "move": MOVE_STEP,
    "end": END_STEP,
}

SLOT_TYPE = Field("type", _NAME, "the kind of value", required=True)
ASK = Field("ask", WordingShape(), "the question; one wording per try")
WHY = Field("why", WordingShape(), "the answer to why it is asked")
REQUIRED = Field("required", Scalar(BOOLEAN), "no: the guest may skip it")
DEFAULT = Field("default", _CONDITION, "the value it has from the start")
SENSITIVE = Field("sensitive", Scalar(BOOLEAN), "yes: masked in logs and in the console")
DEPENDS_ON = Field("depends_on", _NAMES, "slots whose change empties it")
MANY = Field("many", Scalar(BOOLEAN), "yes: several values may be given")
REMEMBER = Field("remember", Scalar(BOOLEAN), "yes: it belongs to the guest and is kept for the next time")
EXCLUDES = Field("excludes", Scalar(BOOLEAN), "yes: what the guest rules out narrows what is offered")
GUEST = Field("guest", Scalar(BOOLEAN), "no: actions, choices and steps fill it; what guests say never does")
EXAMPLES = Field("examples", Several(_TEXT), "answers that guests give")
VALIDATE = Field("validate", _CONDITION, "what a value must satisfy; other slots only where they are not empty")
INVALID = Field("invalid", WordingShape(), "what is said to a value that does not, with {words?}")
LABEL = Field("label", _CAPTION, "what it is called where values are listed; from its name where left out")
HINT = Field("hint", Placed(Scalar(HINT_TEXT)), "what a form says below its field")
PLACEHOLDER = Field("placeholder", Scalar(NAME), "what plans and forms call it; its name, or the action's, if left out")
ROLE = Field(
    "role",
    Several(Scalar(one_of("role", *Role))),
    "what the value is to what is booked; what its name says if left out",
)
READ_BACK = Field("read_back", Scalar(BOOLEAN), "yes: it is said back when it is given")
SLOT_OBJECT = Object(
    "slot",
    (
        SLOT_TYPE, ASK, WHY, REQUIRED, DEFAULT, SENSITIVE, DEPENDS_ON, MANY, REMEMBER, EXCLUDES, EXAMPLES,
        VALIDATE, INVALID, READ_BACK, LABEL, HINT, PLACEHOLDER, GUEST, ROLE,
    ),
)  # fmt: skip  # one key a line would hide the whole

DESCRIPTION = Field("description", _TEXT, "what it does for the guest", required=True)
TRIGGER = Field("trigger", Several(_CONDITION), "how guests ask for it, with {slots}")
FLOW_EXAMPLES = Field("examples", Several(_TEXT), "sentences with which guests have asked for it, word for word")
ANSWERS = Field("answers", Several(_TEXT), "topics it answers; * is every other one")
INPUTS = Field("inputs", _NAMES, "slots that whoever calls it fills")
OUTPUTS = Field("outputs", _NAMES, "slots that whoever calls it may take back")
INTERRUPTIBLE = Field("interruptible", Scalar(BOOLEAN), "no: other wishes wait until it is done")
FORM = Field(
    "form", Scalar(_FORM), "yes: what it asks for is shown as a form, too; when_stuck: once a question is given up"
)
SLOTS = Field("slots", Table(NAME, SLOT_OBJECT), "what it must learn")
STEPS = Field("steps", Several(Tagged("step", "type", STEP_TYPES)), "what it does, in order", required=True)

MIGRATED_FROM = Field("from", Several(Placed(Scalar(_VERSION))), "the older versions that it is for", required=True)
MIGRATED_STEPS = Field("steps", _NAME_TABLE, "steps of the older version, and what they are called in this one")
MIGRATED_SLOTS = Field("slots", _NAME_TABLE, "slots of the older version, and those of this one that get their values")
DROPPED = Field("drop", Several(Scalar(NAME)), "slots of the older version whose values stay behind")
MIGRATION = Object("migration", (MIGRATED_FROM, MIGRATED_STEPS, MIGRATED_SLOTS, DROPPED))
MIGRATE = Field("migrate", Several(MIGRATION), "how conversations on older versions go on with this one")
FLOW = Object(
    "flow",
    (
        DESCRIPTION, TRIGGER, FLOW_EXAMPLES, ANSWERS, INPUTS, OUTPUTS, INTERRUPTIBLE, FORM, MIGRATE, SLOTS, STEPS,
    ),
)  # fmt: skip  # one key a line would hide the whole
