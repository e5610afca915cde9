"""Functions and modules stay small enough to be read in one go."""

from tests.architecture.source import CODE_FOLDERS, PACKAGE, functions, modules

LONGEST_FUNCTION = 60
LONGEST_MODULE = 500
SHORT_FUNCTION = 30
SHORT_SHARE = 0.9


def test_no_function_is_over_sixty_lines() -> None:
    every = [function for module in modules(*CODE_FOLDERS) for function in functions(module)]
    assert [function for function in every if function.lines > LONGEST_FUNCTION] == []


def test_no_module_is_over_five_hundred_lines() -> None:
    sizes = {module.place(): module.text.count("\n") for module in modules(*CODE_FOLDERS)}
    assert {place: lines for place, lines in sizes.items() if lines > LONGEST_MODULE} == {}


def test_nine_in_ten_functions_are_under_thirty_lines() -> None:
    every = [function for module in modules(PACKAGE) for function in functions(module)]
    long = [function for function in every if function.lines >= SHORT_FUNCTION]
    assert len(long) <= (1 - SHORT_SHARE) * len(every), long
