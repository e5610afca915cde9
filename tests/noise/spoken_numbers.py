"""Numbers below a hundred in English words, as noise writes them out."""

ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
TENS = ("", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
ODD_ORDINALS = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}


def spoken(number: int) -> str:
    """Write out a whole number below a hundred."""
    if number < 20:
        return ONES[number]
    tens, ones = divmod(number, 10)
    return f"{TENS[tens]} {ONES[ones]}" if ones else TENS[tens]


def spoken_ordinal(number: int) -> str:
    """Write out which one it is: first, twenty second, thirtieth."""
    *before, last = spoken(number).split()
    ending = ODD_ORDINALS.get(last) or (last[:-1] + "ieth" if last.endswith("y") else last + "th")
    return " ".join([*before, ending])
