import 'poslab/register/pe-heatmap';
import 'poslab/register/length-race';
import 'poslab-python';
import {StrictMode, useState} from 'react';
import {createRoot} from 'react-dom/client';

function Lesson() {
  const [nPos, setNPos] = useState(16);
  const [isShown, setShown] = useState(true);
  return (
    <>
      {isShown && (
        <pe-heatmap method="sinusoidal" nPos={nPos}
          onposlab-change={({detail}) => setNPos(detail.settings.nPos)}>
          A table of sines and cosines.
        </pe-heatmap>
      )}
      <button id="longer" onClick={() => setNPos(nPos + 4)}>Longer</button>
      <button id="show" onClick={() => setShown(!isShown)}>Show or hide</button>
      <output>{nPos} positions</output>
      <length-race>A race of small transformers.</length-race>
      <exercise-card id="sinusoidal-table" exercise="sinusoidal-table" heading="The table" />
    </>
  );
}

createRoot(document.getElementById('app')).render(<StrictMode><Lesson /></StrictMode>);
