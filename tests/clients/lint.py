"""Redocly's and Spectral's recommended rules on the document.

    lint.py DOCUMENT BIN_FOLDER SPECTRAL_RULES"""

import json
import os
import subprocess
import sys

# A webhook's id is a UUID and never the word `deliveries`; both addresses are older than this rule's say.
KNOWN = {("no-ambiguous-paths", "#/paths/~1web-api~1v1~1webhooks~1deliveries~1{deliveryId}")}


def said(command):
    quiet = {**os.environ, "REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    answer = subprocess.run(command, capture_output=True, text=True, env=quiet)
    try:
        return json.loads(answer.stdout)
    except json.JSONDecodeError:
        sys.exit(f"{command[0]}: {answer.stdout}\n{answer.stderr}")


def main(document, programs, rules):
    redocly = said([f"{programs}/redocly", "lint", "--extends", "recommended", "--format", "json", document])
    found = {(problem["ruleId"], problem["location"][0].get("pointer"), problem["message"]) for problem in redocly["problems"]}
    spectral = said([f"{programs}/spectral", "lint", "--quiet", "--ruleset", rules, "--format", "json", document])
    found |= {(problem["code"], "/".join(map(str, problem["path"])), problem["message"]) for problem in spectral}
    left = sorted(problem for problem in found if problem[:2] not in KNOWN)
    for problem in left:
        print(*problem, sep="  ", file=sys.stderr)
    gone = KNOWN - {problem[:2] for problem in found}
    if left or gone:
        sys.exit(f"{len(left)} problems; no longer said: {gone or 'nothing'}")
    print("redocly and spectral: nothing beyond what is known")


main(*sys.argv[1:])
