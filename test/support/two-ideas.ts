import { newIdeaIds } from './factories.ts'
import { newUser, type TestUser } from './service.ts'

/** The fixture of {@link givenTwoIdeas}. */
export type TwoIdeas = Readonly<{ user: TestUser; a: number; b: number }>

/** Gives a suite one user, and each of its tests two new ideas of that user. */
export function givenTwoIdeas(receive: (given: TwoIdeas) => void): void {
  let user: TestUser
  before(async () => {
    user = await newUser()
  })
  beforeEach(async () => {
    const [a = 0, b = 0] = await newIdeaIds(user.api, 2)
    receive({ user, a, b })
  })
}
