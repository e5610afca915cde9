"""Makes a change in the texts of a business: nothing is written, and whether it may stand is checked elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from frontdesk.desk.editing.day_edits import with_days, with_hours
from frontdesk.desk.editing.edits import (
    AddExample,
    AddPerson,
    AddQuestion,
    AddService,
    Edit,
    ExampleKind,
    RemovePerson,
    RemoveQuestion,
    RemoveService,
    SetAnswer,
    SetClosedDays,
    SetHours,
    SetPerson,
    SetService,
)
from frontdesk.desk.editing.fields import (
    BUSINESS_ORDER,
    RESOURCE_ORDER,
    TOPIC_ORDER,
    must_be_there,
    text_of,
    with_fields,
)
from frontdesk.desk.editing.files import BUSINESS, BusinessFiles
from frontdesk.desk.editing.mistakes import Mistaken
from frontdesk.desk.editing.service_edits import with_new_service, with_service, without_service
from frontdesk.desk.editing.settings import EXAMPLES, FLOWS, PROVIDERS, TOPICS, Settings
from frontdesk.desk.editing.snippets import Written
from frontdesk.desk.editing.splicing import append, drop, put
from frontdesk.desk.editing.writing import id_from
from frontdesk.scheduling.business import Care, Resource, Topic


def applied(settings: Settings, edit: Edit) -> BusinessFiles:
    """Return the files after an edit; raise `Mistaken` where it makes no sense for them."""
    if isinstance(edit, AddExample) and edit.kind is ExampleKind.FLOW:
        return _with_example_of_flow(settings, edit)
    text = _edited(settings, edit)
    return settings.files.with_text(BUSINESS, text)


def _edited(settings: Settings, edit: Edit) -> str:  # noqa: C901 - one case for each kind of edit
    match edit:
        case SetHours():
            return with_hours(settings, edit)
        case SetClosedDays():
            return with_days(settings, edit)
        case SetService(service, performers):
            return with_service(settings, service, performers)
        case AddService(service, performers):
            return with_new_service(settings, service, performers)
        case RemoveService(name):
            return without_service(settings, name)
        case SetPerson(person):
            return _with_person(settings, person)
        case AddPerson(person):
            return _with_new_person(settings, person)
        case RemovePerson(name):
            must_be_there(name, settings.business.resources)
            return drop(text_of(settings), settings.path_of(name))
        case SetAnswer(topic):
            return _with_topic(settings, topic)
        case AddQuestion(topic):
            return _with_new_topic(settings, topic)
        case RemoveQuestion(name):
            must_be_there(name, settings.business.topics)
            return drop(text_of(settings), (TOPICS, name))
        case AddExample(name=name, sentence=sentence):
            return _with_example_of_topic(settings, name, sentence)


def _person_fields(person: Resource) -> dict[str, Written | None]:
    return {
        "name": person.name,
        "also": list(person.synonyms) or None,
        "does": list(person.services) or None,
        "about": person.about or None,
    }


def _with_person(settings: Settings, person: Resource) -> str:
    must_be_there(person.id, settings.business.resources)
    before = settings.business.resources[person.id]
    after = replace(person, services=_in_order(before.services, person.services))
    path = settings.path_of(person.id)
    return with_fields(text_of(settings), path, _person_fields(before), _person_fields(after), RESOURCE_ORDER)


def _in_order(before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    """Return what is wanted, in the order of what is there."""
    return (*(each for each in before if each in after), *(each for each in after if each not in before))


def _with_new_person(settings: Settings, person: Resource) -> str:
    name = id_from(person.name, settings.business.resources, "person")
    written = {key: value for key, value in _person_fields(person).items() if value is not None}
    return put(text_of(settings), (PROVIDERS, name), written, BUSINESS_ORDER)


def _topic_fields(topic: Topic) -> dict[str, Written | None]:
    return {
        "asks": list(topic.asks) or None,
        "answer": topic.answer or None,
        "care": None if topic.care is Care.ANSWER else topic.care.value,
    }


def _with_topic(settings: Settings, topic: Topic) -> str:
    must_be_there(topic.id, settings.business.topics)
    before = _topic_fields(settings.business.topics[topic.id])
    return with_fields(text_of(settings), (TOPICS, topic.id), before, _topic_fields(topic), TOPIC_ORDER)


def _with_new_topic(settings: Settings, topic: Topic) -> str:
    name = id_from(" ".join(topic.asks[0].split()[:4]) if topic.asks else "", settings.business.topics, "question")
    written = {key: value for key, value in _topic_fields(topic).items() if value is not None}
    return put(text_of(settings), (TOPICS, name), written, BUSINESS_ORDER)


def _with_example_of_topic(settings: Settings, name: str, sentence: str) -> str:
    must_be_there(name, settings.business.topics)
    topic, path = settings.business.topics[name], (TOPICS, name, EXAMPLES)
    _refuse_known(sentence, (*topic.asks, *topic.examples))
    if topic.examples:
        return append(text_of(settings), path, sentence)
    return put(text_of(settings), path, [sentence], TOPIC_ORDER)


def _with_example_of_flow(settings: Settings, edit: AddExample) -> BusinessFiles:
    flow = next((each for each in settings.flows if each.name == edit.name), None)
    if flow is None:
        raise Mistaken("name", f"There is no flow {edit.name} in the folder of this business.")
    _refuse_known(edit.sentence, (*flow.triggers, *flow.examples))
    text, path = settings.files.texts[flow.file], (FLOWS, flow.name, EXAMPLES)
    if flow.examples:
        return settings.files.with_text(flow.file, append(text, path, edit.sentence))
    order = ("description", "trigger", EXAMPLES)
    return settings.files.with_text(flow.file, put(text, path, [edit.sentence], order))


def _refuse_known(sentence: str, known: Sequence[str]) -> None:
    if not sentence:
        raise Mistaken("sentence", "Write the sentence that guests say.")
    if sentence.casefold() in {each.casefold() for each in known}:
        raise Mistaken("sentence", "This sentence is there already.")
