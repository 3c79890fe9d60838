// The process of the embeddings, but one that never answers.
process.on('disconnect', () => process.exit())
process.on('message', (message: { kind: string }) => {
  if (message.kind === 'close') process.exit()
})
