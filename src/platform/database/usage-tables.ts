/** The tables of usage. */
export interface UsageTables {
  usage_months: {
    article_id: string
    /** YYYY-MM, in UTC. */
    month: string
    /** Of the page, and of the PDF. */
    views: number
    downloads: number
    total_investigations: number
    unique_investigations: number
    total_requests: number
    unique_requests: number
  }
  usage_totals: { article_id: string; views: number; downloads: number }
  /** The days at whose end the totals were made. */
  usage_days: { day: string }
}
