// Every SARIF sample against the official schema, and against what GitHub's code scanning wants beyond it.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';

const [modules, work] = process.argv.slice(2);
const require = createRequire(path.resolve(modules, 'package.json'));
const Ajv = require('ajv').default, addFormats = require('ajv-formats').default;
const schemaFile = path.join(path.dirname(require.resolve('schemastore/package.json')), 'schemas/json/sarif-2.1.0.json');
const schema = JSON.parse(readFileSync(schemaFile, 'utf8'));
assert.match(schema.$id, /oasis-tcs\/sarif-spec.*sarif-schema-2\.1\.0\.json$/);
const ajv = new Ajv({strict: false, allErrors: true, unicodeRegExp: false});
addFormats(ajv);
const validate = ajv.compile(schema);

// The validator itself must be able to say no.
assert.equal(validate({version: '2.1.0', runs: [{tool: {}}]}), false);

for (const name of ['sample', 'large', 'alone', 'nothing']) {
  const log = JSON.parse(readFileSync(path.join(work, `${name}.sarif`), 'utf8'));
  assert.ok(validate(log), `${name}: ${JSON.stringify(validate.errors?.slice(0, 5), null, 1)}`);
  const [run] = log.runs;
  assert.ok(run.results.length <= 5000);
  const rules = run.tool.driver.rules;
  for (const rule of rules) assert.ok(rule.id && rule.shortDescription.text && rule.fullDescription.text.length <= 1024 && rule.help.text && rule.properties.tags.length <= 10);
  for (const result of run.results) {
    assert.equal(rules[result.ruleIndex].id, result.ruleId);
    assert.ok(result.message.text);
    assert.ok(result.locations.length >= 1 && result.locations.length <= 100, 'code scanning wants a place');
    const where = result.locations[0].physicalLocation;
    assert.ok(!/^([a-z]+:|\/)/.test(where.artifactLocation.uri), 'relative to the repository');
    assert.equal(where.artifactLocation.uriBaseId, 'SRCROOT');
    assert.ok(run.originalUriBaseIds.SRCROOT);
    assert.ok(where.region.startLine >= 1);
    assert.ok(result.partialFingerprints.primaryLocationLineHash);
    const steps = (result.codeFlows || []).flatMap((flow) => flow.threadFlows).flatMap((flow) => flow.locations);
    assert.ok(steps.length <= 1000);
    for (const step of steps) assert.ok(step.location.physicalLocation.artifactLocation.uri);
  }
  console.log(`${name}: ${run.results.length} results, valid`);
}
