/** A text as a label of at most so many characters, the last of them an ellipsis if there are more. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text
}
