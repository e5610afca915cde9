"""Scripts and styles become smaller and stay what they are."""

from frontdesk.channels.web.squeezing import squeezed_script, squeezed_style


def test_comments_and_needless_space_go() -> None:
    source = (
        "// why\nconst one = 1; // because\n/** Return it. */\nexport function two(three) {\n  return three + one;\n}\n"
    )
    assert squeezed_script(source) == "const one=1;export function two(three){return three+one}"


def test_texts_templates_and_patterns_are_left_alone() -> None:
    kept = ('"a  //  b"', "'c  /* d */'", "`e  ${f  +  1}  // g`", "/h  [/]  i/g")
    for each in kept:
        assert squeezed_script(f"call({each}, 1);") == f"call({each},1);"


def test_space_that_tells_words_and_signs_apart_stays() -> None:
    assert squeezed_script("const a = typeof b;\nreturn a in c;") == "const a=typeof b;return a in c;"
    assert squeezed_script("a + +b - -c") == "a+ +b- -c"
    assert squeezed_script('return "a" in b') == 'return "a" in b'


def test_lines_that_end_without_a_sign_stay_lines() -> None:
    assert squeezed_script("class A {\n  one = 1\n  two() {}\n  get three() {}\n}") == (
        "class A{one=1\ntwo(){}\nget three(){}}"
    )


def test_private_names_become_short_everywhere_and_colours_do_not() -> None:
    source = 'class A { #name() {}\n tell() { return `${this.#name()}` + "#name" + "#fff"; } }'
    assert squeezed_script(source) == 'class A{#a(){}\ntell(){return `${this.#a()}`+"#name"+"#fff"}}'


def test_single_parameters_need_no_parentheses_but_an_async_one_keeps_them() -> None:
    assert squeezed_script("(a) => a; async (b) => b;") == "a=>a;async(b)=>b;"


def test_styles_come_on_one_line() -> None:
    source = "/* why */\n.a > .b, .c :hover {\n  margin: 0 calc(1px + 2px);\n  color: red;\n}\n"
    assert squeezed_style(source) == ".a > .b,.c :hover{margin:0 calc(1px + 2px);color:red}"
