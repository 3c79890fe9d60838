import { connection, type Trouble } from '../platform/connection.ts'

const TROUBLES: Readonly<Record<Trouble, string>> = {
  offline: 'You are offline. What you typed is kept; the page goes on when the network is back.',
  away: 'The service does not answer. Trying again …',
  busy: 'The service is busy. Trying again …',
}

/** Tells of what stands between the page and the service, as long as it does. */
export function TroubleBanner() {
  const trouble = connection.trouble.value
  return (
    <p class="banner" role="status" hidden={trouble === undefined}>
      {trouble && TROUBLES[trouble]}
    </p>
  )
}
