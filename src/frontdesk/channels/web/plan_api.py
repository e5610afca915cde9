"""Plans for programs: what a conversation will do, what it lacks, and its execution."""

from __future__ import annotations

from typing import Annotated
from uuid import uuid4

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse
from pydantic import Field

from frontdesk.channels.web.api import Authorization, BusinessName, MessageKey, Web
from frontdesk.channels.web.examples import PLAN, RUN, TURN, answered
from frontdesk.channels.web.frames import (
    LONGEST_ID,
    MOST_ENTRIES,
    ExecuteAction,
    FieldEntry,
    Placeholder,
    SeenTurn,
    Strict,
)
from frontdesk.channels.web.host import NotTaken
from frontdesk.channels.web.problems import Problem, describe, no_run
from frontdesk.channels.web.shapes import PlanPage, TurnShape
from frontdesk.channels.web.sockets import Sender, take_turn

RunId = Annotated[
    str, Path(max_length=LONGEST_ID, description="The id of the plan, from `run` or `form`.", examples=[RUN])
]
STATUSES = {"no-run": 404, "bad-value": 422, "leftover-placeholder": 422, "unknown-placeholder": 422}  # else 409


class Execution(Strict):
    """Values for what a plan lacks, and what the guest saw."""

    values: dict[Placeholder, FieldEntry] = Field(
        default_factory=dict,
        max_length=MOST_ENTRIES,
        description="by placeholder; what is left out stays as it is",
        examples=[{"email": "ann@example.com"}],
    )
    turn: SeenTurn = Field(default=None, examples=[4])


def plan_routes(web: Web) -> APIRouter:
    """Return the routes of plans."""
    router = APIRouter(prefix="/b/{business}/runs", tags=["plans"])

    @router.get(
        "/{run}",
        summary="Read a plan",
        responses=describe(401, 404, 422, 429, 503) | answered(PLAN),
        response_model=PlanPage,
    )
    async def read(
        request: Request, business: BusinessName, run: RunId, authorization: Authorization = None
    ) -> JSONResponse:
        """Return the steps of a plan as they stand, and the form for what it lacks."""
        web.count(request)
        host, _ = await web.admitted(business, conversation_of(run), authorization)
        plan = await host.plan(run)
        if plan is None:
            raise no_run()
        return JSONResponse(plan)

    @router.post(
        "/{run}/execute",
        summary="Carry out a plan",
        responses=describe(400, 401, 404, 409, 413, 422, 429, 503) | answered(TURN),
        response_model=TurnShape,
    )
    async def execute(
        request: Request,
        business: BusinessName,
        run: RunId,
        execution: Execution,
        authorization: Authorization = None,
        key: MessageKey = None,
    ) -> JSONResponse:
        """Fill in the values and say yes to what the form shows; it happens once, however often it is asked for."""
        address = web.count(request)
        conversation = conversation_of(run)
        _, admission = await web.admitted(business, conversation, authorization)
        web.limits.guests.check(conversation)
        frame = ExecuteAction(
            type="execute_action", id=key or uuid4().hex, run=run, values=execution.values, turn=execution.turn
        )
        sender = Sender(conversation, address, admission.is_owner)
        try:
            return JSONResponse(await take_turn(web.door(business), sender, frame))
        except NotTaken as refused:
            status = STATUSES.get(refused.kind, 409)
            more = {"errors": dict(refused.errors), "form": refused.form}
            raise Problem(status, refused.kind, refused.detail, more=more) from None

    return router


def conversation_of(run: str) -> str:
    """Return the conversation that a plan belongs to: its id is that of the plan, but for the number at the end."""
    return run.rpartition(".")[0]
