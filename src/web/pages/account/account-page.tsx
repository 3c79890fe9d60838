import { useEffect } from 'preact/hooks'
import { PageTitle } from '../../parts/page-title.tsx'
import { Credentials } from './credentials.tsx'
import { DataSection } from './data.tsx'
import { Deletion } from './deletion.tsx'
import { PasswordSection } from './password.tsx'
import { ProviderKeys } from './provider-keys.tsx'
import { Sessions } from './sessions.tsx'
import { Settings } from './settings.tsx'
import { UsageSection } from './usage.tsx'

/** The account: its limits, settings, credentials, sessions and data. */
export function AccountPage() {
  // The router goes to the top of a page; links lead to sections of this one.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [])
  return (
    <div class="account">
      <PageTitle>Account</PageTitle>
      <UsageSection />
      <Settings />
      <Credentials
        path="/user/api-keys"
        title="API keys"
        hint="For programs that use the REST API. A key reads and writes all your ideas unless you limit it."
        none="There is no key. Each one is listed here, with when it was last used."
      />
      <Credentials
        path="/user/mcp-tokens"
        title="Assistants"
        hint={`Tokens for AI assistants, which reach your ideas at ${location.origin}/mcp, and the apps that you let in.`}
        none="There is no token and no app. Each one is listed here, with when it was last used."
      />
      <ProviderKeys />
      <Sessions />
      <DataSection />
      <PasswordSection />
      <Deletion />
    </div>
  )
}
