import 'poslab/register/pe-heatmap';
import 'poslab-python';
import {render} from 'preact';
import {useState} from 'preact/hooks';

function Lesson() {
  const [nPos, setNPos] = useState(16);
  return (
    <>
      <pe-heatmap method="sinusoidal" nPos={nPos}
        onposlab-change={({detail}) => setNPos(detail.settings.nPos)}>
        A table of sines and cosines.
      </pe-heatmap>
      <button id="longer" onClick={() => setNPos(nPos + 4)}>Longer</button>
      <output>{nPos} positions</output>
      <exercise-card id="sinusoidal-table" exercise="sinusoidal-table" heading="The table" />
    </>
  );
}

render(<Lesson />, document.getElementById('app'));
