"""Every amount from 0.01 to 999.99 is valid by the document, as Python's jsonschema reads it.

    amounts.py DOCUMENT"""

import json
import sys

import jsonschema

document = json.load(open(sys.argv[1]))
validator = jsonschema.Draft202012Validator(document["components"]["schemas"]["MoneyInput"])
amounts = (json.loads(f"{kurus // 100}.{kurus % 100:02}") for kurus in range(1, 100_000))
refused = [amount for amount in amounts if not validator.is_valid(amount)]
assert not refused, f"{len(refused)} are refused: {refused[:5]}"
assert not validator.is_valid(-0.01) and not validator.is_valid("1")
print("jsonschema: 99,999 amounts, each valid")
