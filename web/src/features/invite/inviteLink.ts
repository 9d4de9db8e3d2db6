/** The register link of a member: who registers by it was invited by them. */
export function inviteLink(origin: string, userId: string): string {
  return `${origin}/register?code=PR${encodeURIComponent(userId)}`;
}
