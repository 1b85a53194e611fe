// @ts-check
// What a new notebook begins with.

/** @import {CellData} from './notebook-file.js' */

const TEXT = `Three cells to begin with. Change them, or delete them and write your own.
Shift+Enter runs a cell and goes to the next; Control+Enter runs it and stays.`;

const ANGLES = `import torch
import matplotlib.pyplot as plt

positions = torch.arange(50)
frequencies = 10000 ** (-torch.arange(0, 64, 2) / 64)
angles = torch.outer(positions, frequencies)
plt.imshow(torch.sin(angles))
plt.xlabel("pair")
plt.ylabel("position")
angles.shape`;

const TRAIN = `from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(1, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
x = torch.linspace(-3, 3, 64).unsqueeze(1)
losses = []
for step in range(200):
    loss = ((model(x) - torch.sin(x)) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
print(f"the loss went from {losses[0]:.3f} to {losses[-1]:.4f}")
plt.plot(losses)`;

/** @type {readonly CellData[]} */
export const FIRST_CELLS = [
  {kind: 'text', source: TEXT},
  {kind: 'code', source: ANGLES},
  {kind: 'code', source: TRAIN},
];
