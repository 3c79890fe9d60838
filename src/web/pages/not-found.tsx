import { PageTitle } from '../parts/page-title.tsx'

/** An address that is no page. */
export function NotFoundPage() {
  return (
    <>
      <PageTitle>Nothing here</PageTitle>
      <p>
        This address is no page. <a href="/">Your ideas</a> are there.
      </p>
    </>
  )
}
