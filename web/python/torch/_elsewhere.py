"""What PyTorch has and this torch has not, by owner.

Made by tests/golden/torch/make-elsewhere.js.
"""

NAMES = {
    "torch": """
    AVG AggregationType AliasDb AnyType Argument ArgumentSpec BFloat16Storage BenchmarkConfig
    BenchmarkExecutionStats Block BoolStorage BoolType BufferDict ByteStorage CONV_BN_FUSION
    CallStack Capsule CharStorage ClassType Code CompilationUnit CompleteArgumentSpec
    ComplexDoubleStorage ComplexFloatStorage ComplexType ConcreteModuleType
    ConcreteModuleTypeBuilder DeepCopyMemoTable DeserializationStorageContext DeviceObjType DictType
    DisableTorchFunction DispatchKey DispatchKeySet DoubleStorage EnumType ErrorReport
    ExcludeDispatchKeyGuard ExecutionPlan FUSE_ADD_RELU FatalError FileCheck FloatStorage FloatType
    FunctionSchema Future FutureType Gradient Graph GraphExecutorState HOIST_CONV_PACKED_PARAMS
    HalfStorage INSERT_FOLD_PREPACK_OPS IODescriptor InferredType IntStorage IntType InterfaceType
    JITException ListType LiteScriptModule LockingLogger LoggerBase LongStorage MobileOptimizerType
    ModuleDict Node NoneType NoopLogger NumberType OperatorInfo OptionalType PRIVATE_OPS
    ParameterDict PyObjectType PyTorchFileReader PyTorchFileWriter QInt32Storage QInt8Storage
    QUInt2x4Storage QUInt4x2Storage QUInt8Storage REMOVE_DROPOUT RRefType SUM ScriptClass
    ScriptClassFunction ScriptDict ScriptDictIterator ScriptDictKeyIterator ScriptFunction
    ScriptList ScriptListIterator ScriptMethod ScriptModule ScriptModuleSerializer ScriptObject
    ScriptObjectProperty SerializationStorageContext ShortStorage StaticModule Storage StorageBase
    Stream StreamObjType StringType SymFloatNode SymIntNode SymIntType TYPE_CHECKING Tag TensorType
    ThroughputBenchmark TracingState TupleType Type TypedStorage USE_GLOBAL_DEPS
    USE_RTLD_GLOBAL_WITH_LIBTORCH UnionType UntypedStorage Use Value adaptive_avg_pool1d
    adaptive_max_pool1d addmv_ affine_grid_generator alias_copy align_tensors alpha_dropout
    alpha_dropout_ ao arccos_ arccosh_ arcsin_ arcsinh_ arctan_ arctanh_ as_strided_ as_strided_copy
    as_strided_scatter asarray attr autocast_decrement_nesting autocast_increment_nesting avg_pool1d
    bartlett_window batch_norm batch_norm_backward_elemt batch_norm_backward_reduce batch_norm_elemt
    batch_norm_gather_stats batch_norm_gather_stats_with_counts batch_norm_stats
    batch_norm_update_stats bilinear binary_cross_entropy_with_logits binomial blackman_window
    candidate ccol_indices_copy celu celu_ chain_matmul chalf channel_shuffle cholesky_inverse
    cholesky_solve choose_qparams_optimized classes classproperty clear_autocast_cache clip_
    col_indices_copy compiled_with_cxx11_abi complex32 conj_physical conj_physical_ constant_pad_nd
    contrib conv1d conv2d conv3d conv_tbc conv_transpose1d conv_transpose2d conv_transpose3d
    convolution cosine_embedding_loss cpp cpu crow_indices_copy ctc_loss cudnn_affine_grid_generator
    cudnn_batch_norm cudnn_convolution cudnn_convolution_add_relu cudnn_convolution_relu
    cudnn_convolution_transpose cudnn_grid_sampler cudnn_is_acceptable cumulative_trapezoid
    dequantize detach detach_ detach_copy diagonal_copy diagonal_scatter distributed dropout_ dsmm
    dsplit eig embedding embedding_bag embedding_renorm_ empty_quantized empty_strided expand_copy
    export fake_quantize_per_channel_affine fake_quantize_per_tensor_affine
    fbgemm_linear_fp16_weight fbgemm_linear_fp16_weight_fp32_activation fbgemm_linear_int8_weight
    fbgemm_linear_int8_weight_fp32_activation fbgemm_linear_quantize_weight
    fbgemm_pack_gemm_matrix_fp16 fbgemm_pack_quantized_matrix feature_alpha_dropout
    feature_alpha_dropout_ feature_dropout feature_dropout_ fill fork frexp frobenius_norm
    from_dlpack from_file frombuffer func fused_moving_avg_obs_fake_quant futures fx gcd_ geqrf
    get_autocast_cpu_dtype get_autocast_gpu_dtype get_default_device get_deterministic_debug_mode
    get_device get_file_path get_float32_matmul_precision get_num_interop_threads gradient
    grid_sampler grid_sampler_2d grid_sampler_3d group_norm gru gru_cell hamming_window hann_window
    hardshrink has_cuda has_cudnn has_lapack has_mkl has_mkldnn has_mps has_openmp has_spectral
    hinge_embedding_loss histogram histogramdd hsmm hspmm hub i0 i0_ igamma igammac import_ir_module
    import_ir_module_from_buffer index_reduce indices_copy init_num_threads instance_norm int_repr
    is_anomaly_check_nan_enabled is_anomaly_enabled is_autocast_cache_enabled
    is_autocast_cpu_enabled is_autocast_enabled is_conj is_distributed is_neg is_same_size is_signed
    is_storage is_vulkan_available is_warn_always_enabled istft kaiser_window kl_div layer_norm lcm_
    ldexp_ legacy_contiguous_format library lobpcg lstm lstm_cell lstsq lu lu_solve lu_unpack
    margin_ranking_loss masked matrix_rank max_pool1d max_pool1d_with_indices max_pool2d max_pool3d
    merge_type_from_type_comment miopen_batch_norm miopen_convolution miopen_convolution_add_relu
    miopen_convolution_relu miopen_convolution_transpose miopen_depthwise_convolution miopen_rnn
    mkldnn_adaptive_avg_pool2d mkldnn_convolution mkldnn_linear_backward_weights mkldnn_max_pool2d
    mkldnn_max_pool3d monitor multiprocessing mvlgamma name narrow_copy native_batch_norm
    native_channel_shuffle native_dropout native_group_norm native_layer_norm native_norm nested
    nextafter norm_except_dim nuclear_norm obj onnx ops orgqr ormqr overrides package
    pairwise_distance parse_ir parse_schema parse_type_comment pca_lowrank pdist per_channel_affine
    per_channel_affine_float_qparams per_channel_symmetric per_tensor_affine per_tensor_symmetric
    permute_copy pixel_shuffle pixel_unshuffle poisson poisson_nll_loss polygamma prelu
    prepare_multiprocessing_environment profiler put q_per_channel_axis q_per_channel_scales
    q_per_channel_zero_points q_scale q_zero_point qint32 qint8 qscheme quantization
    quantize_per_channel quantize_per_tensor quantize_per_tensor_dynamic quantized_batch_norm
    quantized_gru quantized_gru_cell quantized_lstm quantized_lstm_cell quantized_max_pool1d
    quantized_max_pool2d quantized_rnn_relu_cell quantized_rnn_tanh_cell quasirandom quint2x4
    quint4x2 quint8 range read_vitals resize_as_ resize_as_sparse_ resolve_conj resolve_neg
    return_types rnn_relu rnn_relu_cell rnn_tanh rnn_tanh_cell row_indices_copy row_stack rrelu
    rrelu_ saddmm segment_reduce select_copy select_scatter selu selu_ set_anomaly_enabled
    set_autocast_cache_enabled set_autocast_cpu_dtype set_autocast_cpu_enabled set_autocast_enabled
    set_autocast_gpu_dtype set_default_device set_deterministic_debug_mode set_flush_denormal
    set_num_interop_threads set_vital set_warn_always slice_copy slice_scatter smm solve sparse
    sparse_bsc sparse_bsc_tensor sparse_bsr sparse_bsr_tensor sparse_compressed_tensor sparse_coo
    sparse_coo_tensor sparse_csc sparse_csc_tensor sparse_csr sparse_csr_tensor split_copy
    split_with_sizes split_with_sizes_copy spmm squeeze_copy sspaddmm stft storage svd_lowrank
    symeig t_copy threshold threshold_ to_dlpack torch_version transpose_copy triangular_solve
    triplet_margin_loss types unbind_copy unfold_copy unify_type_list unsafe_chunk unsafe_split
    unsafe_split_with_sizes unsqueeze_copy values_copy vander version view_as_complex_copy
    view_as_real_copy view_copy vitals_enabled vmap wait
    """,
    "torch.Tensor": """
    align_as align_to apply_ arccos_ arccosh_ arcsin_ arcsinh_ arctan2_ arctan_ arctanh_ as_strided_
    as_strided_scatter as_subclass cauchy_ ccol_indices chalf cholesky_inverse cholesky_solve clip_
    coalesce col_indices conj_physical conj_physical_ crow_indices dense_dim dequantize
    diagonal_scatter dsplit eig float_power_ frexp gcd_ geometric_ geqrf greater_ greater_equal_
    hardshrink has_names heaviside_ histogram i0 i0_ igamma igamma_ igammac igammac_ index_reduce
    index_reduce_ indices int_repr ipu is_coalesced is_conj is_cpu is_distributed is_ipu is_mkldnn
    is_mps is_neg is_nested is_nonzero is_ort is_pinned is_same_size is_set_to is_shared is_signed
    is_sparse_csr is_vulkan is_xpu istft lcm_ ldexp_ less_ less_equal_ log_normal_ lstsq lu lu_solve
    mH map2_ map_ mvlgamma mvlgamma_ name names narrow_copy new_empty_strided nextafter nextafter_
    not_equal_ orgqr ormqr polygamma polygamma_ prelu put put_ q_per_channel_axis
    q_per_channel_scales q_per_channel_zero_points q_scale q_zero_point qscheme record_stream
    refine_names reinforce rename rename_ resize resize_ resize_as resize_as_ resize_as_sparse_
    resolve_conj resolve_neg row_indices select_scatter set_ share_memory_ slice_scatter smm solve
    sparse_dim sparse_mask sparse_resize_ sparse_resize_and_clear_ split_with_sizes sspaddmm stft
    storage storage_type sum_to_size symeig to_dense to_mkldnn to_padded_tensor to_sparse
    to_sparse_bsc to_sparse_bsr to_sparse_coo to_sparse_csc to_sparse_csr triangular_solve
    unsafe_chunk unsafe_split unsafe_split_with_sizes values volatile xpu
    """,
    "torch.linalg": """
    Tensor cholesky_ex common_notes diagonal eig eigvals householder_product inv_ex ldl_factor
    ldl_factor_ex ldl_solve lu lu_factor lu_factor_ex lu_solve matmul solve_ex solve_triangular
    tensorinv tensorsolve torch vander vecdot
    """,
    "torch.cuda": """
    BFloat16Storage BFloat16Tensor BoolStorage BoolTensor ByteStorage ByteTensor CUDAGraph
    CharStorage CharTensor ComplexDoubleStorage ComplexFloatStorage CudaError DeferredCudaCallError
    DoubleStorage DoubleTensor Event ExternalStream FloatStorage FloatTensor HalfStorage HalfTensor
    IntStorage IntTensor LongStorage LongTensor OutOfMemoryError ShortStorage ShortTensor Stream
    StreamContext caching_allocator_alloc caching_allocator_delete can_device_access_peer
    check_error classproperty comm cudaStatus cudart current_blas_handle current_device
    current_stream default_generators default_stream device device_of error get_arch_list
    get_device_capability get_device_name get_device_properties get_gencode_flags get_rng_state
    get_rng_state_all get_sync_debug_mode graph graph_pool_handle graphs has_half has_magma init
    initial_seed ipc_collect is_bf16_supported is_current_stream_capturing jiterator
    list_gpu_processes make_graphed_callables max_memory_allocated max_memory_cached
    max_memory_reserved mem_get_info memory memory_allocated memory_cached memory_reserved
    memory_snapshot memory_stats memory_stats_as_nested_dict memory_summary memory_usage nccl nvtx
    profiler random reset_accumulated_memory_stats reset_max_memory_allocated
    reset_max_memory_cached reset_peak_memory_stats seed seed_all set_device
    set_per_process_memory_fraction set_rng_state set_rng_state_all set_stream set_sync_debug_mode
    sparse stream streams torch utilization
    """,
    "torch.testing": """
    FileCheck all_types all_types_and all_types_and_complex all_types_and_complex_and
    all_types_and_half assert_allclose complex_types double_types empty_types
    floating_and_complex_types floating_and_complex_types_and floating_types floating_types_and
    floating_types_and_half get_all_complex_dtypes get_all_device_types get_all_dtypes
    get_all_fp_dtypes get_all_int_dtypes get_all_math_dtypes integral_types integral_types_and
    make_non_contiguous make_tensor rand randn
    """,
    "torch.nn": """
    AdaptiveLogSoftmaxWithLoss AdaptiveMaxPool3d AlphaDropout CTCLoss ChannelShuffle CircularPad1d
    Container CrossMapLRN2d Dropout1d FeatureAlphaDropout FractionalMaxPool2d FractionalMaxPool3d
    InstanceNorm3d LPPool1d LPPool2d LazyBatchNorm3d LazyConv3d LazyConvTranspose1d
    LazyConvTranspose3d LazyInstanceNorm1d LazyInstanceNorm2d LazyInstanceNorm3d LocalResponseNorm
    MaxUnpool3d MultiLabelMarginLoss NLLLoss2d RNNCellBase RReLU Softmax2d SyncBatchNorm
    TripletMarginWithDistanceLoss UninitializedBuffer attention backends common_types cpp
    factory_kwargs grad intrinsic parallel qat quantizable quantized
    """,
    "torch.nn.Module": """
    T_destination compile dump_patches get_extra_state ipu register_backward_hook
    register_full_backward_pre_hook set_extra_state to_empty xpu
    """,
    "torch.nn.functional": """
    BroadcastingList1 BroadcastingList2 BroadcastingList3 DType GRID_SAMPLE_INTERPOLATION_MODES
    GRID_SAMPLE_PADDING_MODES TYPE_CHECKING Tensor adaptive_max_pool1d_with_indices
    adaptive_max_pool2d_with_indices adaptive_max_pool3d adaptive_max_pool3d_with_indices
    alpha_dropout assert_int_or_pair boolean_dispatch celu_ channel_shuffle conv_tbc ctc_loss
    dropout1d elu_ feature_alpha_dropout fractional_max_pool2d fractional_max_pool2d_with_indices
    fractional_max_pool3d fractional_max_pool3d_with_indices grad handle_torch_function hardtanh_
    has_torch_function has_torch_function_unary has_torch_function_variadic leaky_relu_
    local_response_norm lp_pool1d lp_pool2d max_pool1d_with_indices max_pool2d_with_indices
    max_pool3d_with_indices max_unpool3d multilabel_margin_loss native_channel_shuffle pdist
    reproducibility_notes rrelu rrelu_ selu_ sparse_support_notes tf32_notes threshold_
    triplet_margin_with_distance_loss upsample_bilinear upsample_nearest utils
    """,
    "torch.nn.init": """
    Tensor constant dirac dirac_ eye kaiming_normal kaiming_uniform normal orthogonal sparse sparse_
    uniform xavier_normal xavier_uniform
    """,
    "torch.nn.utils": """
    clip_grad_norm convert_conv2d_weight_memory_format fuse_conv_bn_eval fuse_conv_bn_weights fusion
    init memory_format parametrizations parametrize prune remove_spectral_norm skip_init
    spectral_norm stateless
    """,
    "torch.nn.utils.rnn": """
    PackedSequence_ Tensor bind
    """,
    "torch.optim": """
    SparseAdam sparse_adam swa_utils
    """,
    "torch.optim.lr_scheduler": """
    EPOCH_DEPRECATION_WARNING inf
    """,
    "torch.utils": """
    ThroughputBenchmark backcompat benchmark bottleneck bundled_inputs cmake_prefix_path collect_env
    cpp_backtrace cpp_extension disable_minidumps dlpack enable_minidumps
    enable_minidumps_on_exceptions file_baton get_cpp_backtrace hipify hooks jit mkldnn
    mobile_optimizer model_dump model_zoo set_module show_pickle tensorboard throughput_benchmark
    """,
    "torch.utils.data": """
    ChainDataset DFIterDataPipe DataChunk DataLoader2 DistributedSampler IterDataPipe MapDataPipe
    argument_validation backward_compatibility communication dataloader_experimental datapipes
    distributed functional_datapipe graph graph_settings guaranteed_datapipes_determinism
    non_deterministic runtime_validation runtime_validation_disabled
    """,
    "torch.autograd": """
    DeviceType NestedIOFunction ProfilerActivity ProfilerConfig ProfilerEvent ProfilerState
    SavedTensor anomaly_mode detect_anomaly forward_ad gradgradcheck graph handle_torch_function
    has_torch_function is_tensor_like kineto_available profiler profiler_legacy profiler_util
    set_detect_anomaly torch
    """,
    "torch.distributions": """
    AbsTransform AffineTransform Beta Binomial CatTransform Cauchy Chi2 ComposeTransform
    ContinuousBernoulli CorrCholeskyTransform CumulativeDistributionTransform Dirichlet ExpTransform
    ExponentialFamily FisherSnedecor Gamma Geometric Gumbel HalfCauchy HalfNormal Independent
    IndependentTransform Kumaraswamy LKJCholesky Laplace LogNormal LogisticNormal
    LowRankMultivariateNormal LowerCholeskyTransform MixtureSameFamily Multinomial
    MultivariateNormal NegativeBinomial OneHotCategorical OneHotCategoricalStraightThrough Pareto
    Poisson PowerTransform RelaxedBernoulli RelaxedOneHotCategorical ReshapeTransform
    SigmoidTransform SoftmaxTransform SoftplusTransform StackTransform StickBreakingTransform
    StudentT TanhTransform Transform TransformedDistribution VonMises Weibull Wishart beta biject_to
    binomial cauchy chi2 constraint_registry constraints continuous_bernoulli dirichlet exp_family
    fishersnedecor gamma geometric gumbel half_cauchy half_normal identity_transform independent
    kumaraswamy laplace lkj_cholesky log_normal logistic_normal lowrank_multivariate_normal
    mixture_same_family multinomial multivariate_normal negative_binomial one_hot_categorical pareto
    poisson register_kl relaxed_bernoulli relaxed_categorical studentT transform_to
    transformed_distribution transforms utils von_mises weibull wishart
    """,
    "torch.backends": """
    ContextProp PropModule contextmanager disable_global_flags flags_frozen mkl mkldnn openmp
    opt_einsum quantized xeon xnnpack
    """,
    "torch.special": """
    Tensor airy_ai bessel_j0 bessel_j1 bessel_y0 bessel_y1 chebyshev_polynomial_t
    chebyshev_polynomial_u chebyshev_polynomial_v chebyshev_polynomial_w common_args erfcx gammainc
    gammaincc hermite_polynomial_h hermite_polynomial_he i0 i0e i1 i1e laguerre_polynomial_l
    legendre_polynomial_p log_ndtr modified_bessel_i0 modified_bessel_i1 modified_bessel_k0
    modified_bessel_k1 multi_dim_common multigammaln ndtri polygamma scaled_modified_bessel_k0
    scaled_modified_bessel_k1 shifted_chebyshev_polynomial_t shifted_chebyshev_polynomial_u
    shifted_chebyshev_polynomial_v shifted_chebyshev_polynomial_w spherical_bessel_j0 zeta
    """,
    "torch.random": """
    torch
    """,
}
