"""What a page shows beside the words of a reply, as data: values to confirm, times to pick, free days, receipts.

Everything here follows from the house, a conversation and the clock, and is said in the words of the replies: a
card never knows more than the reply that it stands under. Only where something of a catalogue is asked for, it shows
the names in it.
"""

from frontdesk.desk.cards.chips import Chip, Chips, offer_chips
from frontdesk.desk.cards.confirming import ConfirmCard, confirm_card
from frontdesk.desk.cards.free_days import MOST_DAYS, OpeningShown, openings_in_month
from frontdesk.desk.cards.naming import as_slot_holds, items_to_name
from frontdesk.desk.cards.picker import Picker, PickerKind, slot_picker
from frontdesk.desk.cards.plain import plain
from frontdesk.desk.cards.receipts import Receipt, receipt
from frontdesk.desk.cards.rows import Row

__all__ = [
    "MOST_DAYS",
    "Chip",
    "Chips",
    "ConfirmCard",
    "OpeningShown",
    "Picker",
    "PickerKind",
    "Receipt",
    "Row",
    "as_slot_holds",
    "confirm_card",
    "items_to_name",
    "offer_chips",
    "openings_in_month",
    "plain",
    "receipt",
    "slot_picker",
]
