// A rejection that nobody handles would end a service, but Mocha only passes it on: here it fails the test before.
const unhandled: unknown[] = []
process.on('unhandledRejection', (reason) => unhandled.push(reason))

function failWithThem(): void {
  const [first] = unhandled.splice(0)
  if (first !== undefined) throw first
}

/** Mocha's root hooks. */
export const mochaHooks = { afterEach: failWithThem, afterAll: failWithThem }
