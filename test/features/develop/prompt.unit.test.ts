import { expect } from 'chai'
import { HEADINGS, specificationOf } from '../../../src/features/develop/prompt.ts'

const SPEC = HEADINGS.map((heading) => `## ${heading}\n\nSomething.`).join('\n\n')

describe('A specification', () => {
  for (const [what, answer] of [
    ['as it was asked for', SPEC],
    ['with Windows line ends', SPEC.replaceAll('\n', '\r\n')],
    ['in a fence', `\`\`\`markdown\n${SPEC}\n\`\`\``],
    ['in a fence after a greeting', `Sure! Here it is:\n\n\`\`\`markdown\n${SPEC}\n\`\`\``],
    ['in a fence with Windows line ends', `\`\`\`md\r\n${SPEC.replaceAll('\n', '\r\n')}\r\n\`\`\``],
    ['after a greeting', `Sure! Here it is:\n\n${SPEC}\n`],
    ['with closed headings', SPEC.replace('## Problem', '## Problem ##')],
    ['with headings of its own below', SPEC.replace('Something.', '### More\n\nSomething.')],
    ['with what looks like a heading in code', SPEC.replace('Something.', '```sh\n## a comment\n```')],
  ] as const) {
    it(`is taken ${what}`, () => {
      const text = specificationOf(answer)
      expect(text).to.match(/^## Summary\r?\n/)
      expect(text?.endsWith('Something.')).to.equal(true)
    })
  }

  for (const [what, answer] of [
    ['without one of its headings', SPEC.replace('## Risks and dependencies', 'Risks')],
    ['in another order', SPEC.replace('## Problem', '## X').replace('## Summary', '## Problem')],
    ['with a heading twice', SPEC.replace('## Problem', '## Summary\n\nAgain.\n\n## Problem')],
    ['with another heading between', SPEC.replace('## Problem', '## Budget\n\nMuch.\n\n## Problem')],
    ['with a title', SPEC.replace('## Problem', '# Title\n\n## Problem')],
    ['whose headings are in code', `Look:\n\n~~~\n${SPEC}\n~~~`],
    ['of headings of another level', SPEC.replaceAll('## ', '### ')],
    ['that is empty', ''],
  ] as const) {
    it(`is none ${what}`, () => {
      expect(specificationOf(answer)).to.equal(undefined)
    })
  }
})
