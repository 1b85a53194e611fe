'use client';
import 'poslab/register/pe-heatmap';
import 'poslab-python';

export const Lesson = () => (
  <>
    <pe-heatmap method="sinusoidal" n-pos="16">A table of sines and cosines.</pe-heatmap>
    <exercise-card id="sinusoidal-table" exercise="sinusoidal-table" heading="The table" />
  </>
);
