// @ts-check
// Families without RoPE over one axis: a table that is learned or of sines, a convolution, vectors by distance, or
// rotation by row and column. Read in modeling_*.py of huggingface/transformers, May 2026, by model_type.

/** @import {Family} from './families.js' */

/** @type {[types: string, family: Family][]} */
export const TABLE_FAMILIES = [
  [
    'gpt2 gpt_neo gpt_bigcode openai-gpt imagegpt decision_transformer bert albert electra mobilebert megatron-bert bert-generation convbert squeezebert ernie dpr rembert roc_bert splinter bros tapas visual_bert vilt lxmert canine git tvp big_bird bigbird_pegasus blenderbot blenderbot-small led clip clip_text_model siglip siglip_text_model siglip2 siglip2_text_model metaclip_2_text_model clipseg_text_model owlvit_text_model owlv2_text_model groupvit_text_model xclip_text_model altclip aimv2_text_model blip_text_model blip_2_qformer instructblip_qformer chinese_clip_text_model flava_text_model align_text_model semantic coarse_acoustics fine_acoustics',
    {encoding: 'learned'},
  ],
  // the first token reads the row behind that of the padding
  [
    'roberta roberta-prelayernorm xlm-roberta xlm-roberta-xl xmod camembert data2vec-text ibert luke markuplm longformer altclip_text_model clap_text_model bridgetower_text_model',
    {encoding: 'learned', offset: 'padding'},
  ],
  [
    'layoutlm layoutlmv2 layoutxlm',
    {
      encoding: 'learned',
      note: 'Tables for the corners of each word’s box are added too (max_2d_position_embeddings).',
    },
  ],
  [
    'lilt layoutlmv3',
    {
      encoding: 'learned',
      offset: 'padding',
      note: 'Tables for the corners of each word’s box are added too (max_2d_position_embeddings).',
    },
  ],
  ['esm', {encoding: 'learned', offset: 'padding', pairing: 'halves'}],
  [
    'mpnet',
    {
      encoding: 'learned',
      offset: 2,
      note: 'Each layer also adds a learned number by the bucket of the distance (relative_attention_num_buckets, one table for all layers).',
    },
  ],
  [
    'bart mbart plbart mvp biogpt opt trocr nystromformer mra yoso',
    {encoding: 'learned', offset: 2, moreRows: 2},
  ],
  [
    'whisper',
    {
      encoding: 'learned',
      note: 'The table is that of the decoder. The encoder adds sines over max_source_positions frames.',
    },
  ],
  [
    'reformer',
    {
      encoding: 'learned',
      note: 'The table is axial: a position is a row and a column of axial_pos_shape, and the two vectors are joined.',
    },
  ],
  [
    'prophetnet xlm-prophetnet',
    {encoding: 'learned', offset: 'padding', note: 'The decoder also adds buckets of distances.'},
  ],
  ['xlm flaubert', {encoding: 'learned', sinesField: 'sinusoidal_embeddings'}],
  ['distilbert', {encoding: 'learned', sinesField: 'sinusoidal_pos_embds'}],
  [
    'pegasus pegasus_x marian musicgen_decoder musicgen_melody_decoder ctrl informer autoformer time_series_transformer timesfm',
    {encoding: 'sinusoidal'},
  ],
  [
    'm2m_100 nllb-moe fsmt speech_to_text kosmos_2_text_model kosmos_2_5_text_model',
    {encoding: 'sinusoidal', offset: 'padding'},
  ],
  ['xglm', {encoding: 'sinusoidal', offset: 2}],
  [
    'wav2vec2 hubert data2vec-audio sew unispeech unispeech-sat speecht5',
    {encoding: 'convolution'},
  ],
  [
    'wavlm',
    {
      encoding: 'convolution',
      note: 'Each layer also adds a number by the bucket of the distance, times a gate that reads the query (num_buckets, max_bucket_distance).',
    },
  ],
  [
    'deberta deberta-v2 xlnet transfo-xl funnel wav2vec2-conformer wav2vec2-bert sew-d parakeet_encoder',
    {encoding: 'relative'},
  ],
  ['beit data2vec-vision', {encoding: 'relative', tokens: 1}],
  [
    't5 mt5 umt5 longt5 switch_transformers pop2piano pix2struct_text_model udop',
    {encoding: 'buckets'},
  ],
  ['bloom mpt', {encoding: 'alibi'}],
  // pictures: a row for each patch, and for so many tokens before them
  [
    'vit vit_msn dinov2 dinov2_with_registers clip_vision_model metaclip_2_vision_model clipseg_vision_model owlvit_vision_model owlv2_vision_model xclip_vision_model altclip_vision_model chinese_clip_vision_model blip_vision_model blip_2_vision_model instructblip_vision_model flava_image_model git_vision_model dpt internvl_vision mllama_vision_model',
    {encoding: 'learned', tokens: 1},
  ],
  ['deit', {encoding: 'learned', tokens: 2}],
  [
    'siglip_vision_model siglip2_vision_model ijepa groupvit_vision_model idefics2 idefics2_vision idefics3_vision smolvlm_vision aimv2_vision_model janus_vision_model sam_vision_model sam_hq_vision_model',
    {encoding: 'learned', tokens: 0},
  ],
  ['vit_mae videomae', {encoding: 'sinusoidal', tokens: 1}],
  [
    'dinov3_vit eomt_dinov3 pixtral llama4_vision_model gemma4_vision mlcd_vision_model sam3_vit_model video_llama_3_vision paddleocr_vl_vision glmga_vision qwen2_vl_vision qwen2_5_vl_vision qwen3_vl_vision',
    {encoding: 'grid', tokens: 0},
  ],
];
