"""Which names of an owner here PyTorch keeps in which module: defined, | imported.

Made by tests/golden/torch/make-elsewhere.js.
"""

PLACES = {
    "torch.amp.autocast_mode torch": """
    autocast
    """,
    "torch.autograd.function torch.autograd": """
    Function
    """,
    "torch.autograd.grad_mode torch": """
    enable_grad inference_mode no_grad set_grad_enabled
    """,
    "torch.autograd.gradcheck torch.autograd": """
    gradcheck
    """,
    "torch.autograd.variable torch.autograd": """
    Variable
    """,
    "torch.distributions.bernoulli torch.distributions": """
    Bernoulli
    """,
    "torch.distributions.bernoulli torch.nn.functional": """
    | binary_cross_entropy_with_logits
    """,
    "torch.distributions.categorical torch.distributions": """
    Categorical | Distribution
    """,
    "torch.distributions.distribution torch.distributions": """
    Distribution
    """,
    "torch.distributions.exponential torch.distributions": """
    Exponential
    """,
    "torch.distributions.kl torch.distributions": """
    kl_divergence | Bernoulli Categorical Distribution Exponential Normal Uniform
    """,
    "torch.distributions.normal torch.distributions": """
    Normal
    """,
    "torch.distributions.uniform torch.distributions": """
    Uniform | Distribution
    """,
    "torch.functional torch": """
    atleast_1d atleast_2d atleast_3d block_diag broadcast_shapes broadcast_tensors cartesian_prod
    cdist einsum meshgrid norm split tensordot unique unique_consecutive | Tensor
    """,
    "torch.nn.modules torch.nn": """
    | AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d AdaptiveMaxPool1d AdaptiveMaxPool2d
    AvgPool1d AvgPool2d AvgPool3d BCELoss BCEWithLogitsLoss BatchNorm1d BatchNorm2d BatchNorm3d
    Bilinear CELU ConstantPad1d ConstantPad2d ConstantPad3d Conv1d Conv2d Conv3d ConvTranspose1d
    ConvTranspose2d ConvTranspose3d CosineEmbeddingLoss CosineSimilarity CrossEntropyLoss Dropout
    Dropout2d Dropout3d ELU Embedding EmbeddingBag Flatten Fold GELU GLU GRU GRUCell GaussianNLLLoss
    GroupNorm Hardshrink Hardsigmoid Hardswish Hardtanh HingeEmbeddingLoss HuberLoss Identity
    InstanceNorm1d InstanceNorm2d KLDivLoss L1Loss LSTM LSTMCell LayerNorm LazyBatchNorm1d
    LazyBatchNorm2d LazyConv1d LazyConv2d LazyConvTranspose2d LazyLinear LeakyReLU Linear LogSigmoid
    LogSoftmax MSELoss MarginRankingLoss MaxPool1d MaxPool2d MaxPool3d MaxUnpool1d MaxUnpool2d Mish
    Module ModuleDict ModuleList MultiLabelSoftMarginLoss MultiMarginLoss MultiheadAttention NLLLoss
    PReLU PairwiseDistance ParameterDict ParameterList PixelShuffle PixelUnshuffle PoissonNLLLoss
    RNN RNNBase RNNCell ReLU ReLU6 ReflectionPad1d ReflectionPad2d ReflectionPad3d ReplicationPad1d
    ReplicationPad2d ReplicationPad3d SELU Sequential SiLU Sigmoid SmoothL1Loss SoftMarginLoss
    Softmax Softmin Softplus Softshrink Softsign Tanh Tanhshrink Threshold Transformer
    TransformerDecoder TransformerDecoderLayer TransformerEncoder TransformerEncoderLayer
    TripletMarginLoss Unflatten Unfold Upsample UpsamplingBilinear2d UpsamplingNearest2d ZeroPad2d
    """,
    "torch.nn.modules.activation torch": """
    | Tensor
    """,
    "torch.nn.modules.activation torch.nn.init": """
    | constant_ xavier_normal_ xavier_uniform_
    """,
    "torch.nn.modules.activation torch.nn": """
    CELU ELU GELU GLU Hardshrink Hardsigmoid Hardswish Hardtanh LeakyReLU LogSigmoid LogSoftmax Mish
    MultiheadAttention PReLU ReLU ReLU6 SELU SiLU Sigmoid Softmax Softmin Softplus Softshrink
    Softsign Tanh Tanhshrink Threshold | Module Parameter
    """,
    "torch.nn.modules.batchnorm torch": """
    | Tensor
    """,
    "torch.nn.modules.batchnorm torch.nn": """
    BatchNorm1d BatchNorm2d BatchNorm3d LazyBatchNorm1d LazyBatchNorm2d | Module Parameter
    UninitializedParameter
    """,
    "torch.nn.modules.container torch.nn": """
    ModuleDict ModuleList ParameterDict ParameterList Sequential | Module Parameter
    """,
    "torch.nn.modules.conv torch": """
    | Tensor
    """,
    "torch.nn.modules.conv torch.nn": """
    Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d LazyConv1d LazyConv2d
    LazyConvTranspose2d | Module Parameter UninitializedParameter
    """,
    "torch.nn.modules.distance torch.nn": """
    CosineSimilarity PairwiseDistance | Module
    """,
    "torch.nn.modules.distance torch": """
    | Tensor
    """,
    "torch.nn.modules.dropout torch.nn": """
    Dropout Dropout2d Dropout3d | Module
    """,
    "torch.nn.modules.dropout torch": """
    | Tensor
    """,
    "torch.nn.modules.flatten torch.nn": """
    Flatten Unflatten | Module
    """,
    "torch.nn.modules.flatten torch": """
    | Tensor
    """,
    "torch.nn.modules.fold torch.nn": """
    Fold Unfold | Module
    """,
    "torch.nn.modules.fold torch": """
    | Tensor
    """,
    "torch.nn.modules.instancenorm torch": """
    | Tensor
    """,
    "torch.nn.modules.instancenorm torch.nn": """
    InstanceNorm1d InstanceNorm2d
    """,
    "torch.nn.modules.linear torch": """
    | Tensor
    """,
    "torch.nn.modules.linear torch.nn": """
    Bilinear Identity LazyLinear Linear | Module Parameter UninitializedParameter
    """,
    "torch.nn.modules.loss torch.nn": """
    BCELoss BCEWithLogitsLoss CosineEmbeddingLoss CrossEntropyLoss GaussianNLLLoss
    HingeEmbeddingLoss HuberLoss KLDivLoss L1Loss MSELoss MarginRankingLoss MultiLabelSoftMarginLoss
    MultiMarginLoss NLLLoss PoissonNLLLoss SmoothL1Loss SoftMarginLoss TripletMarginLoss | Module
    PairwiseDistance
    """,
    "torch.nn.modules.loss torch": """
    | Tensor
    """,
    "torch.nn.modules.module torch.nn.utils.rnn": """
    | namedtuple
    """,
    "torch.nn.modules.module torch.nn": """
    Module | Parameter
    """,
    "torch.nn.modules.module torch": """
    | Tensor device dtype
    """,
    "torch.nn.modules.normalization torch.nn": """
    GroupNorm LayerNorm RMSNorm | Module Parameter
    """,
    "torch.nn.modules.normalization torch": """
    | Size Tensor
    """,
    "torch.nn.modules.padding torch.nn": """
    ConstantPad1d ConstantPad2d ConstantPad3d ReflectionPad1d ReflectionPad2d ReflectionPad3d
    ReplicationPad1d ReplicationPad2d ReplicationPad3d ZeroPad2d | Module
    """,
    "torch.nn.modules.padding torch": """
    | Tensor
    """,
    "torch.nn.modules.pixelshuffle torch.nn": """
    PixelShuffle PixelUnshuffle | Module
    """,
    "torch.nn.modules.pixelshuffle torch": """
    | Tensor
    """,
    "torch.nn.modules.pooling torch": """
    | Tensor
    """,
    "torch.nn.modules.pooling torch.nn": """
    AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d AdaptiveMaxPool1d AdaptiveMaxPool2d
    AvgPool1d AvgPool2d AvgPool3d MaxPool1d MaxPool2d MaxPool3d MaxUnpool1d MaxUnpool2d | Module
    """,
    "torch.nn.modules.rnn torch": """
    | Tensor
    """,
    "torch.nn.modules.rnn torch.nn": """
    GRU GRUCell LSTM LSTMCell RNN RNNBase RNNCell | Module Parameter
    """,
    "torch.nn.modules.rnn torch.nn.utils.rnn": """
    | PackedSequence
    """,
    "torch.nn.modules.sparse torch": """
    | Tensor
    """,
    "torch.nn.modules.sparse torch.nn": """
    Embedding EmbeddingBag | Module Parameter
    """,
    "torch.nn.modules.transformer torch": """
    | Tensor
    """,
    "torch.nn.modules.transformer torch.nn": """
    Transformer TransformerDecoder TransformerDecoderLayer TransformerEncoder
    TransformerEncoderLayer | Dropout LayerNorm Linear Module ModuleList MultiheadAttention
    """,
    "torch.nn.modules.transformer torch.nn.init": """
    | xavier_uniform_
    """,
    "torch.nn.modules.upsampling torch.nn": """
    Upsample UpsamplingBilinear2d UpsamplingNearest2d | Module
    """,
    "torch.nn.modules.upsampling torch": """
    | Tensor
    """,
    "torch.nn.parallel.data_parallel torch.nn": """
    DataParallel | Module
    """,
    "torch.nn.parameter torch.nn": """
    Parameter UninitializedParameter
    """,
    "torch.nn.utils.clip_grad torch.nn.utils": """
    clip_grad_norm_ clip_grad_value_
    """,
    "torch.nn.utils.convert_parameters torch.nn.utils": """
    parameters_to_vector vector_to_parameters
    """,
    "torch.nn.utils.weight_norm torch.nn": """
    | Module Parameter UninitializedParameter
    """,
    "torch.nn.utils.weight_norm torch.nn.utils": """
    remove_weight_norm weight_norm
    """,
    "torch.optim.adadelta torch": """
    | Tensor
    """,
    "torch.optim.adadelta torch.optim": """
    Adadelta | Optimizer
    """,
    "torch.optim.adagrad torch": """
    | Tensor
    """,
    "torch.optim.adagrad torch.optim": """
    Adagrad | Optimizer
    """,
    "torch.optim.adam torch": """
    | Tensor
    """,
    "torch.optim.adam torch.optim": """
    Adam | Optimizer
    """,
    "torch.optim.adamax torch": """
    | Tensor
    """,
    "torch.optim.adamax torch.optim": """
    Adamax | Optimizer
    """,
    "torch.optim.adamw torch": """
    | Tensor
    """,
    "torch.optim.adamw torch.optim": """
    AdamW | Optimizer
    """,
    "torch.optim.asgd torch": """
    | Tensor
    """,
    "torch.optim.asgd torch.optim": """
    ASGD | Optimizer
    """,
    "torch.optim.lbfgs torch.optim": """
    LBFGS | Optimizer
    """,
    "torch.optim.nadam torch": """
    | Tensor
    """,
    "torch.optim.nadam torch.optim": """
    NAdam | Optimizer
    """,
    "torch.optim.optimizer torch.optim": """
    Optimizer
    """,
    "torch.optim.radam torch": """
    | Tensor
    """,
    "torch.optim.radam torch.optim": """
    RAdam | Optimizer
    """,
    "torch.optim.rmsprop torch": """
    | Tensor
    """,
    "torch.optim.rmsprop torch.optim": """
    RMSprop | Optimizer
    """,
    "torch.optim.rprop torch": """
    | Tensor
    """,
    "torch.optim.rprop torch.optim": """
    Rprop | Optimizer
    """,
    "torch.optim.sgd torch": """
    | Tensor
    """,
    "torch.optim.sgd torch.optim": """
    SGD | Optimizer
    """,
    "torch.serialization torch": """
    load save
    """,
    "torch.utils.data.dataloader torch.utils.data": """
    DataLoader | BatchSampler Dataset IterableDataset RandomSampler Sampler SequentialSampler
    default_collate default_convert get_worker_info
    """,
    "torch.utils.data.dataset torch": """
    | Generator Tensor randperm
    """,
    "torch.utils.data.dataset torch.utils.data": """
    ConcatDataset Dataset IterableDataset Subset TensorDataset random_split
    """,
    "torch.utils.data.sampler torch": """
    | Tensor
    """,
    "torch.utils.data.sampler torch.utils.data": """
    BatchSampler RandomSampler Sampler SequentialSampler SubsetRandomSampler WeightedRandomSampler
    """,
}
