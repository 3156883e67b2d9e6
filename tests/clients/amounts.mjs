// Every amount from 0.01 to 999.99 is valid by the document, as ajv reads it.
//
//   amounts.mjs DOCUMENT

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";

const { components } = JSON.parse(readFileSync(process.argv[2], "utf8"));
for (const name of ["Money", "MoneyInput", "MoneyInputOptional"]) {
  const isValid = new Ajv({ strict: false, validateFormats: false }).compile(components.schemas[name]);
  const refused = [];
  for (let kurus = 1; kurus < 100_000; kurus++) {
    const amount = JSON.parse((kurus / 100).toFixed(2));
    if (!isValid(amount)) refused.push(amount);
  }
  assert.equal(refused.length, 0, `${name} refuses ${refused.length}: ${refused.slice(0, 5)}`);
  assert.equal(isValid("1"), false, name);
}
console.log("ajv: 99,999 amounts, each valid");
