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
  return (
    <div class="account">
      <PageTitle>Account</PageTitle>
      <UsageSection />
      <Settings />
      <Credentials
        path="/user/api-keys"
        title="API keys"
        hint="For programs that use the REST API. A key has all your rights unless you limit it."
      />
      <Credentials
        path="/user/mcp-tokens"
        title="Assistants"
        hint="Tokens for AI assistants at /mcp, and the apps that you let in."
      />
      <ProviderKeys />
      <Sessions />
      <DataSection />
      <PasswordSection />
      <Deletion />
    </div>
  )
}
