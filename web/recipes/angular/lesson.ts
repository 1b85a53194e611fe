import 'poslab/register/pe-heatmap';
import 'poslab-python';
import {Component, CUSTOM_ELEMENTS_SCHEMA, signal} from '@angular/core';

@Component({
  selector: 'app-lesson',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <pe-heatmap method="sinusoidal" [nPos]="nPos()"
      (poslab-change)="nPos.set($event.detail.settings.nPos)">
      A table of sines and cosines.
    </pe-heatmap>
    <button id="longer" (click)="nPos.set(nPos() + 4)">Longer</button>
    <output>{{ nPos() }} positions</output>
    <exercise-card id="sinusoidal-table" exercise="sinusoidal-table" heading="The table"
      base-url="/poslab/"></exercise-card>
  `,
})
export class Lesson {
  nPos = signal(16);
}
