"""Loads the actions that a business has of its own, from `actions.py` in its folder."""

from __future__ import annotations

import ast
import sys
import traceback
from asyncio import CancelledError
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from inspect import isasyncgenfunction, iscoroutinefunction, isgeneratorfunction
from pathlib import Path
from types import ModuleType
from uuid import uuid4

from frontdesk.desk.actions import ACTIONS
from frontdesk.desk.actions.calls import Action
from frontdesk.desk.actions.hints import Unreadable
from frontdesk.desk.actions.look_ups import look_up_problems
from frontdesk.desk.actions.marking import Function, action, marks_of
from frontdesk.desk.actions.running import Own
from frontdesk.desk.actions.signatures import read_signature
from frontdesk.flows.findings import Finding, Report

FILE = "actions.py"


@dataclass(frozen=True, slots=True)
class OwnActions:
    """The actions of a business by name, and what is wrong with those that are none."""

    actions: Mapping[str, Action]
    findings: tuple[Finding, ...] = ()


def own_actions(folder: Path) -> OwnActions:
    """Load the actions of the business in `folder`; a folder without `actions.py` has none of its own."""
    path = folder / FILE
    if not path.is_file():
        return OwnActions({})
    report = Report(FILE)
    module = _executed(path.resolve(), report)
    _check_names(path, report)
    if module is None:
        return OwnActions({}, tuple(report.found))
    actions: dict[str, Action] = {}
    for function in _marked(module):
        made = _made(function, folder.resolve(), report)
        if made is not None and made.spec.name in actions:
            report.add(_place(function), "same_action", f"There is already an action {made.spec.name}.")
        elif made is not None:
            actions[made.spec.name] = made
    return OwnActions(actions, tuple(report.found))


def _executed(path: Path, report: Report) -> ModuleType | None:
    """Run the file as it is now, as a module of its own: two businesses with the same names do not meet."""
    name = f"frontdesk_actions_{uuid4().hex}"
    module = ModuleType(name)
    module.__file__ = str(path)
    module.__package__, module.__path__ = name, [str(path.parent)]  # "from .timetable import ..." finds its neighbour
    sys.modules[name] = module  # dataclasses and type hints look their module up there
    try:
        # Not imported: that would leave a compiled copy beside the file, and might find an old one.
        code = compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
        with _nothing_compiled():
            exec(code, vars(module))  # noqa: S102 - the business's own code, which is here to be run
    except (Exception, SystemExit, CancelledError) as error:  # noqa: BLE001 - the code of a business: whatever it raises is a finding
        del sys.modules[name]
        report.add(_line(error, path), "broken_actions", f"The file cannot be loaded: {type(error).__name__}: {error}.")
        return None
    return module


@contextmanager
def _nothing_compiled() -> Iterator[None]:
    """Leave no compiled copies in the folder of the business."""
    before = sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.dont_write_bytecode = before


def _check_names(path: Path, report: Report) -> None:
    """Report actions that a later one of the same name has replaced: the module remembers only the last."""
    try:
        body = ast.parse(path.read_bytes()).body
    except (SyntaxError, ValueError):
        return  # that has been reported
    seen: set[str] = set()
    for one in body:
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) and any(map(_marks, one.decorator_list)):
            if one.name in seen:
                line = min(mark.lineno for mark in one.decorator_list)
                report.add(line, "same_action", f"There is already an action {one.name}.")
            seen.add(one.name)


def _marks(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return (called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")) == action.__name__


def _line(error: BaseException, path: Path) -> int:
    """Return the last line of this very file that led to the error."""
    if isinstance(error, SyntaxError) and error.lineno is not None and error.filename == str(path):
        return error.lineno
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.lineno for frame in reversed(frames) if frame.filename == str(path) and frame.lineno), 1)


def _marked(module: ModuleType) -> list[Function]:
    """Return the functions of the module that are marked, each once, in the order of the file."""
    found = {id(one): one for one in vars(module).values() if marks_of(one) is not None}
    return sorted(found.values(), key=_place)


def _place(function: Function) -> int:
    code = getattr(function, "__code__", None)
    return code.co_firstlineno if code is not None else 1


def _check_look_up(function: Function, look_up: Function, outcomes: Collection[type], report: Report) -> None:
    """Report a look-up that could not be called: otherwise that would show only after a crash."""
    asked = getattr(look_up, "__name__", "its look_up")
    is_here = _file(look_up) == _file(function)
    for problem in look_up_problems(look_up, outcomes):
        message = f"{asked} cannot look up what became of {getattr(function, '__name__', 'this')}. {problem}"
        report.add(_place(look_up if is_here else function), "wrong_look_up", message)


def _file(function: Function) -> str | None:
    code = getattr(function, "__code__", None)
    return code.co_filename if code is not None else None


def _made(function: Function, folder: Path, report: Report) -> Action | None:
    """Make an action of a marked function, or report what is wrong with its signature."""
    marks = marks_of(function)
    if marks is None:
        return None
    name = getattr(function, "__name__", "this")
    if isgeneratorfunction(function) or isasyncgenfunction(function):
        message = f"{name} cannot be an action. It yields, so it never returns an outcome; return one."
        report.add(_place(function), "wrong_signature", message)
        return None
    if name in ACTIONS and ACTIONS[name].spec.guarded and not marks.guarded:
        message = f"{name} takes the place of an action that needs a yes; mark it with guarded=True, or rename it."
        report.add(_place(function), "unguarded", message)
    try:
        signature = read_signature(function, marks)
    except Unreadable as error:
        report.add(_place(function), "wrong_signature", f"{name} cannot be an action. {error}")
        return None
    outside = iscoroutinefunction(function)
    if not outside and marks.look_up is not None:
        report.add(_place(function), "wrong_signature", f"{name} is not async, so there is nothing to look up.")
    elif marks.look_up is not None:
        _check_look_up(function, marks.look_up, signature.endings, report)
    own = Own(function, marks, signature, folder)
    return own.outside() if outside else own.inside()
