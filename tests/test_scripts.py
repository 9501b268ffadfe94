"""Scripts that import each other are bundled into one file with the same behaviour."""

from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile

from config.static import HashedStorage
from tournaments.serving.scripts import imported_by, joined_script, read_script

ONE = "let count = 0;\nexport function one() { count += 1; return count; }\n"
TWO = 'import { one } from "./one.js";\nexport const TWO = one();\nexport class Both {}\nfunction own() {}\n'
PAGE = """import { one } from "./one.js";
import {
  Both, TWO,
} from "./two.js";
import "./last.js";
say(one(), TWO);
"""
JOINED = """const one_js = (() => {
let count = 0;
function one() { count += 1; return count; }
return { one };
})();
const two_js = (() => {
const { one } = one_js;
const TWO = one();
class Both {}
function own() {}
return { TWO, Both };
})();
const last_js = (() => {
done();
return {  };
})();
const { one } = one_js;
const {
  Both, TWO,
} = two_js;

say(one(), TWO);
"""


def joined(**texts: str) -> str:
    return joined_script("page.js", {f"{name}.js": text for name, text in texts.items()}.__getitem__)


def test_each_module_runs_once_behind_those_it_imports() -> None:
    assert joined(page=PAGE, one=ONE, two=TWO, last="done();\n") == JOINED


def test_scripts_that_import_each_other_are_refused() -> None:
    texts = {"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'}
    with pytest.raises(ValueError, match=r"a\.js -> b\.js -> a\.js"):
        imported_by("a.js", texts.__getitem__)


@pytest.mark.parametrize(
    "line",
    [
        "import one from './one.js';",
        'import * as one from "./one.js";',
        "export { one };",
        "export default one;",
        "export let one = 1;",
        'import { one as first } from "./one.js";',
    ],
)
def test_another_way_to_import_or_export_is_refused_and_not_half_joined(line: str) -> None:
    with pytest.raises(ValueError, match="this one says"):
        joined(page=f"{line}\n", one="")


def test_a_stored_script_is_older_than_every_source_so_that_its_imports_replace_it(tmp_path: Path) -> None:
    storage = HashedStorage(location=tmp_path)
    storage.save("tournaments/table.js", ContentFile(read_script("table.js").encode()))
    sources = {path.stat().st_mtime for path in Path(str(finders.find("tournaments"))).glob("*.js")}
    assert storage.get_modified_time("tournaments/table.js").timestamp() < min(sources)
