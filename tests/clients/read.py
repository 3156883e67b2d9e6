"""Reads a generated client as its user would: is every operation there, and are the names people's own?

    read.py DOCUMENT LANGUAGE FOLDER"""

import json
import pathlib
import re
import sys


def snake(name):
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()


def pascal(name):
    return name[0].upper() + name[1:]


# How a method is written that makes a call, and how the status 400 is called.
LANGUAGES = {
    "openapi-python-client": (lambda id: f"/{snake(id)}.py", "NEW = 400"),
    "openapi-typescript": (lambda id: f"    {id}: {{", "NEW"),
    "python": (lambda id: f"def {snake(id)}(", "NEW = 400"),
    "typescript-fetch": (lambda id: f" async {id}(", "NEW: 400"),
    "java": (lambda id: f" {id}(", "NEW(400)"),
    "csharp": (lambda id: f" {pascal(id)}Async(", "NEW = 400"),
    "php": (lambda id: f"function {id}(", "_NEW = 400"),
    "go": (lambda id: f") {pascal(id)}(", "NEW OrderStatus = 400"),
}
# Names that a generator makes up where the document has none, and numbers that it calls numbers.
MADE_UP = re.compile(
    r"InlineObject|Inline_object|inline_object|\w*(?:200|4\d\d|5\d\d)_?[Rr]esponse\w*|\w+AllOf\w*|\w+_all_of\w*|"
    r"\b(?:VALUE|NUMBER|_|Value)_?[1-9]\d\d\b|\bSuccessEnum\b"
)
SOURCES = {".py", ".ts", ".java", ".cs", ".php", ".go"}


def without_prose(text):
    """Comments repeat the document's own text, which has numbers in it."""
    text = re.sub(r"/\*.*?\*/|\"\"\".*?\"\"\"", "", text, flags=re.S)
    return re.sub(r"^\s*(//|#).*$", "", text, flags=re.M)


def main(document, language, folder):
    document = json.load(open(document))
    files = [file for file in pathlib.Path(folder).rglob("*") if file.suffix in SOURCES and not is_test(file)]
    text = "\n".join(f"/{file.relative_to(folder)}\n{without_prose(file.read_text())}" for file in files)
    method, status = LANGUAGES[language]
    ids = [operation["operationId"] for path in document["paths"].values() for operation in path.values()]
    missing = [id for id in ids if method(id) not in text]
    assert not missing, f"{language} lost {missing}"
    odd = sorted({found.group() for found in MADE_UP.finditer(text)})
    assert not odd, f"{language} made up {odd}"
    # Types of TypeScript are written as the values are.
    assert language == "openapi-typescript" or status in text, f"{language} does not call 400 new"
    if language != "openapi-typescript":
        models = {name for name, schema in document["components"]["schemas"].items() if is_model(schema)}
        squeezed = {re.sub(r"^model|[^a-z]", "", file.stem.lower()) for file in files}
        lost = sorted(name for name in models if name.lower() not in squeezed)
        assert not lost, f"{language} has no {lost}"
    print(f"{language}: {len(ids)} operations, {len(files)} files")


def is_test(file):
    return any(part in ("test", "tests", "Org.OpenAPITools.Test") for part in file.parts)


def is_model(schema):
    return schema.get("type") == "object" and "properties" in schema or "enum" in schema or "allOf" in schema


main(*sys.argv[1:])
