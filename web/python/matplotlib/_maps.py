"""The numbers of colour maps, and colours by name."""

# Of each colour, in millionths: the first, the first step, then how much each step differs
# from the one before, channel by channel, in base 128 with a bit for more, as base 85.
CURVES = {
    "viridis": (
        "_{$)~7mopv0gnNb0gnNZ0h0ld0g(Zf0h0lf0hIxh0hIxh0hIxf0hIxh0h0ld0g(Zb0gnNT0gnNR0f_;J0fhmB0"
        "e^dacXe-VYiVCyT~$*}Nkc(BH#I9MCm|gh6Audu0|NpC2nr4m5*8R592y`V9wZ<lA|xOpA|M_j92_1P7#b875)"
        "cv$3=9ki2nq-a3JMGg5E2v^9w;U-HbO>LTyS`X0hR%z0k{Fk0o(!Z0e}LM0;&SI0?Y#50`da<0+0ik1Ed441GW"
        "RY1HJ>k1Hc2k1GodW1FQq41E2$x1B?TN1NH*&0^$PP0?q=)0=@#Y0;&R{0-6Gn0*V5H0{j8^0q_Cn0ptPR0oVc"
        "70nP!;0muQu0lopa0k{FO0j>e80jdF}0iXe%0h$4p0g?fb0geHN0fqsB0e*UPa%^T~Tv}92N<cg|E+`-v6bb?b"
        "4HF+DEjK$uO;cN6XKQnJg#m*Bg8_#Divf)Rj{%JVluY(X!UWO;-~{pnf(5_=+XIOMy#j**+X1x!nE{0XabH(SK"
        "|3=qD<vl(A0Hhb9UC7V9UUPbAt56pB_$^%DJv%{D=RB4FDWlAEh{fAEh{T4D=8@}B_}5(B_ksrAs-(d8yguJ7Z"
        "n#16B7>+4G#?q3keAc1qlNM1p@;C0{{a60003300IF70R#X50ssO50s#O30RaI60|5mC2L%NQ2MY%c2@eYq4G|"
        "L&6BQK~7aJKH8y_DZBOfOtB`GH>D=RNAFEKMSH#IpqIXyc+Jwri5Lq$bNMN3ObOHEBrO-)ZxO;1lxO-)TrNl8g"
        "XML|J5IXN{iF)1e_9~&1F4-Ewc1_BBS5E2v`j+-d>U3Ytf0e_1Di2;iNl>wCjmjRstp8=r(rva$}tpTk8vjMdM"
        "w*k2Uy#c)ezX8Dk!vVzs!vVzs#{tCw#{tCw!vVzs!vVhm!2!JixdFQYvjMdMtpTqArvaq_p#hr#n*o&pj{%JVh"
        "XI2DeSLFtYiVO&TUS+2OGigPJv%iuGcPSEDJLT%BOf0f9UU7R866oL866oN9UUDZAtNCrCn+Z_DKRlKH8(juJv"
        "~E3M@LUfQ%_e_TU%dWWnpJ)Yi)0Fad&rjdwqR>fdPX7g8_#Dg#m{FivfuNjRA`Rj{%JVlL3zbkpYtdlL3<flL4"
        "6ll>wCjnE{mnmjRgpnE{&tnE{yrnE{yrnE{yrn*p5xnE{yrnE{&tl>wUpmjRann*o;rl>wCjlL3<fj{%bbjRA`"
        "RjRA)Ni2;QHeSLLvZ)0IqO+zy$69E`7P<WsL)B%nH(gLCb_5<Jq&;`r}&<EZK<_YWy-V3-4_6&**`V7Pj^b3Rw"
        "jtY(mmI#^$um;Kn"
    ),
    "plasma": (
        "o|6W`%>nNe=MIkx*9egZ*#+4I{{yoF`vS=Vp#uK_;Q`A5vjL$2l>vtVd23}^QB6lbJvlQmD=Q}@BPAUn9~~PX8"
        "yg)P9UUDVAsrzfB_SmzCn+f{DKRfGH8nLiJvlo;KR-i7Lq|zRNl8mhOHEHpO;1lvO-)TtOG`^lM@vaZMM*<NK}"
        "A19JwH7^IXgQ!IX5>oH#IdeH!(9YGcz$UF)=eSF)=eUGch$YH8nLiH#s*uIXgW)JwZV~MMFhJM@vadO-)fvRZ~"
        "@0RaskITVY{gV`FJ$YiVt9Z*y^VcX@exe}91ig#m*Bi2;WJjRB1TjRBJZlL3<fmjRstp8=f#p8=l%qXDA<tpTq"
        "AsR5+{uK~RQsR5+{%>khSw*j>QrvbSEqXC-%vjKqteQ8e{G{ymh1MUUZ(F4I1x&oF0@&V8R&H<JIbYe_AE*=&N"
        "00j>b4I3RJAt50n9UB)B6AcFd1P&G;Br-ZkP+(?wf&r8PpaHM}z5&hw-T~?X{sE2xpaQT0!~)U+<O22rhy#=Zs"
        "sp?O%mdy7>;wJ-js%_r<N_KdCL$yrAQ~JP7!(u`5)2Lu3JL}W2m%BG0s;U4009620RaI40RaI4009940RjO800"
        "IOA1Ox^K1_%lW3JMMi4h|3y5E2p;78Dj37#bQH92_7X9wH(lA|xazBq%5<CN3x}EG#ZAE-o-IFfcGOG%z$WGBh"
        "+YG&D3gGBz?eG&D9eHa0XgI5adiHZ(LeHZnLgG%_?WFgP+WEHF4IC^{r8EF>%<ASxOZ77hXtIcL)W&bdIkP?H4"
        "D1DgZq0?7iQ0{;Q)0n-7;0kZ+A0iOYr0gnNP0f7O1dv|qnb8~fZb$4}pd4GR{0fzyH0gVBV0g(Zh0hs}v0igk<"
        "0i^-00j~kG0kr|S0lNXg0l@*s0m%W$0nGu?0nY)`0n-810oMW70oei70o4K50o4K10nY)^0nGu)0mlKu0lxvg0"
        "kr|M0j&Y20igk%0ha-f0f_;F0e^FIXJcDcO-n&LH!mwE9~&7F4GRYW0ssUG2o4Mm5)>2`6ciW~7#0>96c`i~6c"
        "iE`5D*X!4h{|q3JM4Y3IqlO1OfsA000330{{a90RsaA0S5sE0|5m92>}5C0RR930|EpF1PTZY4iFL$7#boVC@w"
        "HKK0;1bT4-{7hyj)Xq5-l2!U56&-T~|ZgaViXr~<qK%mUH^<O28tgad{HfCG{Pj05Td_yW!XumX$%#sQ82Fi+0"
        "`l>?Op_Xphzoe`lKizb;m"
    ),
    "inferno": (
        ">=w!l#sjberURw}t^=|I%mdT|>;sGhpajYU^aPXz+yt5dh5?uXtO3XY)&blB>H+uxgaV2Jk^+zdjsl1R`T^(x)"
        "&af&qyc<hKqLeYBQrlwO;1r#O-oHfKRGoqEhi-*9T^uB5e*9q3j+rM0RaF400II80s;mE0t5sC0ssU70s{a81p"
        "@^K3kMAi4-XX+6&n{H9U&tpDJd;6F*i3kK|e!BNli~vRaskKV`FJ+ZE<yVd3%3>0fhmD0fzyL0gVBV0g(Zb0hI"
        "xj0hs}p0i6Mv0i6M#0i6M%0igk*0igk<0iyw<0iyw@0i^+_0iyw_0jB|_0jU9}0jU9}0jUA00jUA00jmM20jmM"
        "40j&Y40j~k80j~kA0j&YA0kHwE0j~kG0j~kG0kHwI0kZ+K0kHwI0k;9M0kHwG0j&Y60jU9{0iOY(0iOYj0f7N="
        "Z)G<d9VlXM;sKfhf&=UW-~`|W*ap%EtO)!FmI<T@gbB(Bk_fm5=mwew&IP0g$PC^B$O5_opaO~l{sGVd&H=0ei"
        "UEWHP&Oz5K}Bto0o4Kb0p$Ys0)+#S1D^w_1FZwE1E~X<1A_zM0>1){0>1%wD;#Rx0h$8L0`>x$1Ed461GEFM1F"
        "!?61C9f@0;&Rr0_Fk80jdFz0eWIkKr|#86bJ+W0}Ble5fKp+6B7>;4-XFw2?+-S1pxvC1PTfc5)v3193UhpC@?"
        "TIIy^o^NJ>ypSXf|QW@v0~bar@reuM#p0fqsL0g3^R0gwTd0gwTh0h9rj0h$4r0hj@p0h|Gr0h$4r0hj@n0h9r"
        "j0g?fb0gwTX0gM5P0fqsH0e}I50e*aVcyw@ZY-(s^VqjccSXfe2PEJfpNJK_LKt4V?JT^EsGBPqQFe)l4CMF~z"
        "ARrzV8WIu=3I+rL2NM|^B{@Y)V}SvM0kHwe0qp^k0=WX;0)+#i1GNLe1GxjO1Cs;u0?h)e0*M0U0m%W>*a5&vi"
        "VxBcrVr`~Iuxn_B!U5!0ama9ssVPC0ptOO0gM5N0k{E>0cu)ADgq~0kpa^Il>*-ar32{$tpxJ~s|C*m@df_{hX"
        "#QL^99=lzXhKK`vlblwFHj@?E}dJtpkq(^#a`j#R9Jap8|^l{Q>a--vQYH%>ly!y8*QUtpTM0qXC}*n*o^tlL3"
        "<fkpYbXj{%7RhXIQLi2;iNhXIEHi2;WJhXIEHi2;cLi2;WJi2;WJivfuNi2;cLi2;WJi2;iNi2;WJhXIEHg#m>"
        "Dg#m>Dg#m#9e}MsgdwY3zd2@4ZZ)s^|WnW)iSyxq2O-)BfLqj`1H#s#kGcPYIEh{T0D<>-_D=8^0EiErEF*PwY"
        "Gc_|YFDoG%3j`cGWSjxs0lWg71A+&t3EByU3c3pP3a$(A3$zS?4bTmw4ulV?3$zEc2D$~{1eyfk1H1#A1BwIu0"
        "`vm#0`vm(0)PXA1C#@z1GWRs1K0!Z1B3*q1kME11nLB|1+WFS1(F8X1%w9d1<VDQ1-t~#1F`~~0V}lu@dD=qj|"
        "AZbnFXr_xdpog"
    ),
    "magma": (
        ">=w8T!UL!SngfsnkOPtfm;;&vrUSGCz5~t!<OB8tkOYhZ6f{asUTSuN0g?fn0jdGC0mK2!0p0=V0qOzn0sH}o0"
        "`vj?0r~;n0p<a`0ki>(0d!I_76%<OKTl6xRbNq6Q9(~RH9ILMCm|OV6A=vs0|Nj71PBNU3=R$s6c7>=78Dj17#"
        "0{77#J8978n*378Dc`5)cp$3=9Yg1O@^D00jpL4Gk3+8yzJjFE2ScLrGCrU1x1~fdPvFkpZ6prvbA8y#dJq)dA"
        "fB=>hct`vHjpjRKbfn*yN%r2?Y@sRE?}p#q-*nF5spjRJ!L_W|<(=>g#Z)d9@`!vVPguK}q6p8=NvkpYPTg8_e"
        "eb#ZM|TVY{eK|xztGdEXJ3s+eLRZ#|6GZR|@K{*3s9$N`5D+fs$T{3G%Ye;8MV_I8OMMfzw1r#6;Ogp3p`V8s<"
        "-U849zyh)Ym;#al`~m6#*a6A`wgH?0hyi+DN-kaP0owuR0qFtv0s8@o0+9lr0;dAA0?z`|0@VWF0`CHW1LXqo0"
        "_y_50>uLL0p$UU0aF4{q5<*&x&rV5o&(4O$OGU5!~@0yoCAgf<^r?=ssi!>&;i5&lmUPNY+61tCL9g|0SONg7a"
        "JWRAtNItB_|^#B_$&xAtN6h9~&DN850u|4Gjwi1p@&D1_lle6c`#FCMYa4Ha<c~P*z@IYIJ&n0gM5X0iFS<0j>"
        "eK0mK2!0oDQH0qg<t0saAq0*(Tf0-yq-0;&S80<HqE0<HqA0;mF@0+<4h0)zti0q6nN0m=cq0j>d-0f+&7Zemh"
        "MJ}@dE7!nK!1OWj92L~Au3kwMy8wUv;8v_X~0|Ye!0x<{+8w?`=0UZ`A5D^0a6A&L7DI_f-DI_Z*DIg;n8xRc$"
        "0|O8bAk^3a;zghi;0>4#%nCS07A9I+P+EoogaLel0gM5X0k#300iXe(0i*$>0ipq(0hR%d0e}H?cvLD34JCmAp"
        "8?qcw*uJ$$piBP(FB79zXj(7hX$1fnFfyr`32tvy9Jj8>jc9DnFR9#%LAtag#+gT%L1tan*xIZ=>gjT%>lguu>"
        "qX{odJ;nhXI2Ddv9@TX=PzyU0YpQS6f+GTUT9MTU}pYVPRosV`*n;ZEJ6DZ*y~Xb#-}pd3k$%dwqR<dwqL(dv|"
        "qnad&HFWnEWMS3f%~B_9n079ccCVswrHr~$$O+5z+djsm0t!~)U+<^ui#lmnInrUR@4x&yugx&yicxC68Uumh$"
        "8q63%%jst=N`U3C*-~!qL%mTs!wgRpKq5_%%jsk`P`~mg>=mF#b+yT}B%mKs!!~wnmssXeCv;mR<tO29}gaM=h"
        "kO71NngMu@0f+%`m;qjp0d9JFXoLY;i~&lL0X~ueJd6Q0iUBHu0W5MVVlGBFDn1TK"
    ),
    "cividis": (
        "00000000000000000000000000001_IIyMx5XAz69^Dwr4&4l?3eN`R2i*jv1la_!1C;{T1H}TZ0=EH$0`URm0"
        "e!~-zX4sV0iOX!kpVr00eLTRC23<DT@_Ukj{z`=0S601K?gkpIX?gbJ2L<RH8TPRF*iVIJZVBVDFG5W3<xm@F$"
        "fGZ4m%nL9Xmix8UiI(q5&^=fB}AdrU6PaYzPZr4HytQBSH!#JP;BB5)KAVF$xkuD-b{{OgBm^223wP5HCb4L<l"
        "E93MV`c5H&~+01^xW5JWW&5I8GFGeQh8Knw;3Kq)jOJ^%^|1~Li?00sy)00cAy1Slt1B`PKZCIKQM2OK;L7BCJ"
        "dA}$y@5@0H3o&kaa?<3_RrvfLCzYv%%6%7{`KjQ+a0uTTIC>k(Sbg%)40{sa62aW~S1A+pO0c=7nA`T7?0RjRA"
        "0R;mG0SN;G2>}BK0|5mA1pxy90|5X7000310000200IC21OfmA00sgA0tNyE1Of;G0tf^I2mlHM1PBBO1O^BO1"
        "_lTS1PTTS1_%lS1`Y)VCLs()2?-7e6&eE!4gwGc3JMAc3<wMg2o4Ag3<wMk2n-Gg4h#qq3JeYk4h#$s3=9qs3J"
        "?qq5Dp9y3=9+u4iXLw6b=p&5DXL$4iXR$5)cp)5)cp+5E2p+5E2v;5EK#;6c7{=6cQ2=6ciE?5)={=5EK#;4iX"
        "L!3<?Ya00$vej1IaDXb0YzC8T5U0gVB?0kQ#Vx&p!j4|=WvH-Z6fIZ3wxuL7w9l`5Ghs}QjV{RE`~`vI2$1+xJ"
        "O9BZHfM+0mgXSe|<P&Z0oSSM&~D{yQVZX<AT8*(3TY8`GNY9IUovjKntBO`8fA$BQfd>tQlY#AAJd=nvXq5;nV"
        "rUJ16sshIWqycsiO~wH?1C#*^o&gIb!~r+(0c%8V-T}7(vI2RS0j>c)s{yV7fB6Bw0^<YW1P<i_r2-)jqXH2(E"
        "sX-Q0h0nTx&fC0H8m?WGcCOW(g8Cyy8_e!H^Bnh0nGyB0n-BJ0WsME>;c;XJ@x_N0`vjr0yX*p=>j)^0`CGlJC"
        "*|f0y{4`IW0Sp1FQl&If(<P0-poE0-Xar#sZ%MJ0~r#1IPlM1I7Ze0~awdA)f;=EfE(bwF3tYu>%(k{{oZ)vj&"
        "(0iv#rnHtzy5)dIx=Vw(bw1*QSR0igtOy937pp#-A=_XHv12eSde1)~Rx1*%*2U+M~?2>"
    ),
    "rocket": (
        ";H3e?Ikp9)2DApq2FwQd1E&FZV@*LTAtM173;_lh3KS+793mnn5+)=jCMG5(CMF~(Bqk&#A|@gtBqSgrA|f6lA"
        "RZtdARZnb93CDV9vmDRAQ~DT92y=P8Xg)P92^=P4iFL!4hjke1Ofp82Neww7Zo2bEh{laNkL6*RbhhxX@voc0e"
        "`CjhXJhtp#h}<wE>?2#Q~iG!2zWKs{ywGl>xN@nE{CbvjLR>xdFcc%>ms3=>hQpivs@vqXL-%lLET}mjaanuL6"
        "Yv`vH>z-vQkL+X1ry%>j=Aw*h^Z0d;SETUl*OOGQ~fKRZD|Eh{T6DJ?52BPS^*B_SatA0HVV9}yK94-F3s0|x;"
        "D0tyTY91<KNATTI6G(JK^Bn%)B7Ag=PBq$&zG$<lIEG{}GD6av;ngYNjz5$W}i~)uLf&p-J2b}?j0f7O1e{X>S"
        "X?<&Pb!lyPYi(_9aZ6WMRaaA0QBzG*O;JxxOHWHnNlQyfOG!ydNk>UZNk>gbOG`^lOHWNtQBhM>RasYGSz}>kX"
        "=`t9c~@UySzS?2O+`I3F(C{A3>+{<jschfo&mT4k^;N}t^(cy^aG>=-~;Fchy?fqfCb0|<ORG0vIWuv)CAZB;s"
        "eA4jsxNY>H^pT-U8?WrUJ?VlmXxYngQGa)B)rH@B#b*?g5qp-T{yT=mE+B^Z~2^mI1B-WK3cf6bvT=OBq==RaZ"
        "e{TSH%2SwU4%PeVONNkct7J2y2sGcPYMFD)x6DJ>@@EhQ%>DJ3N<CnYN-D=Q^0CoL^0Gbb}GF)cA20}BHM3j+Z"
        "O1qA^K0RagB0|NpAMz);{%r~R~dS*~cJUB2cC?p^r8X6Q94iXFu1`GrQ1ONb6Q&(AAU0-2mYiDO|Yj1IHb$NAp"
        "b$NMveR+R@0e^u3e|>`ie}97kfdPMm0f7O50f7O50f7O70e^u3e}Msk0e^pefdPGgeSLj<j{%hdlL46ln*pBzp"
        "#h@-rva-0tpTwCu>rRMxdFKWy#c=g!2!bo!vVtq#R0(q!vVhmy#cuawE?XGrvae>l>v<bfdO@CT}?qVBO3<+3K"
        "kwHEE;Mqa(bEpxB=b)@&UX8umYF^mIJf{o&<mdpal8^%mmg1rUlXj@C5DzvIOV^_yfcQ$^-rbwga96wgcn>+ye"
        "FjtOB3{kOHUz_5tDn+yT-7kO6FPa&B^PbaH-rc6fY*0e}H~eux2x0e}I70gM5P0fqsH0g?fR0f+&X0fqsL0h9r"
        "P0g?fX0fGUR0e*}Dh5>qx0d#}`ba-@ZXb~e76)6oF9~~7NBNY!P5e*vx0_Xt"
    ),
    "mako": (
        "-oFKgLvv|UNjWtsBO@6b6%!K?4Gjwm2^m*sUu$J=XLD<JYkh5faeZ}rcYAqvfdOxY0d;qQ0d;$Sb$NvWd3S*Ug"
        "8_Sge~STy0f7OD0gC~r0nGu`0p9`T0rdg@0fhpO0+j-p0-pk#0+|Ap0*M0q0p|hL0l5L80fhl)O)nV%8YVbSR9"
        "tRud~|>TeuM#n0fqs7e13X%a&Bx~E)EO|3<?em3=Rwu4iXd=78)ENA|@&<G&DRyL`+mxU}SJ`f&ribi~*JboB^"
        "f*tO2$Gx&iC~)&bH1-T~eL>H+uxpaS**`~iRhf&!odrUHrr&;g(U$N}yF(gEfH%mSJMv;v$1&I0BGiUYI+>I23"
        "E{se>tx&`h9vIfQm<_4Arqz9A-_y)uVum*|+js(5~_5pMzQ=<aO0=ELC0+|An0*eBJ0*L~H0*L~N0+9ld0+|At"
        "0-pk%0-*w%0-XYt0+9lV0)qne0gnMqRYgrlKSeh^Hzy-z&gTKVBcKA70*(TN0)hhe0rCOt0Rd-QS5;3<Pe(^ZM"
        "K=uv1pojD1P%%m4jK|16e1WP93UbbCLAOnASN6lA|M<l9vmPb9vmDb8XOuPK2lIxT5N7`dWHdhjsb`PiUE=Vga"
        "M2Jbb<k5Y(`cxG9VTZ00RjV7Zn>JAt56pA0;6lAs-(Z9Tyc94-E+m2?qxS2Ll5I00RL5000000ssO600aO80s;"
        "a80t5g80RjR60s;X60RsR70RaUE0|NyE2?+%O1OWvB0}%@i9T6uRH!C|uOIKraeT@N|0j~kI0lxvq0o4J)0lfj"
        "a0ha-V0e4v&3kwMe2L}TI0tN~U78W2NC@eBEI6OW+LMA9GA}%H>Dkv%{CL|H`#sa2Am<H$u-Ufa@Ga(TN0t^%&"
        "AS^a8IzT=`Ku%CjPD)HhNJK(DJ~}!yHZU$QEG#A}CMYH%C?+B(Bqk^*CMYZ{C@?NAG&U(uH%VQS0i^+*0n-7C0"
        "`CFQ0>=XJ0;dC)1MdU11DyoN1Fr<T1FZz91Mvf)1Cs-x1H%H>0>uLV0qp^Y0?z@j0i^+r0fzy3cU4hEIWa3E9U"
        "UVu92yuH6cQ2;3<?Ye1Ox&A0R;sI2@4Go4-*v?8y6oNA0Z<pCn+Z>D=#ZAGchwUH8V9iH#0dkIXg8wFE24UKPy"
        "2)FHJ2=DM2qMCm9C}B0y%80l)$J0kQ&&1E>Sy1EK_=1g-?S1cn5r0)PUR0;B?}0=xpw0?q>L0^$Pt0`vlc1NZ`"
        "j1MC9)0@?!P0>T2q0;U3(0*V6a0p<am0SONW4Gjqm2MY}V15y"
    ),
    "vlag": (
        "i1ZNXzXA6OrwPpm^9BC}lLWy8*#n^i;R4wLwE~+0g97UT*#XG`vjLd_sR5G#j{%JVU3F`DJzrf(J5NI|M=3Qy4"
        ">v6tIRP^f9U%)R1T73H2q6d^2p0$i6%G>&4Gs$m0SE*D5C;|q5()+u1r`hn762F+10ECx78Vu;8Wa`=4h{wd4I"
        "wpGd8+~A0jmQ20@VY>1hWO12B8Om2<-^P36~1p3jG4!0lf$52fqjP2D1jK1@8pa1E&MO0`~!<0d-F)4+0b}ASN"
        "s(B19%A7(65(6hagRNDc@(1SA*%JOdsO0Wc9V4ITmv3IY-Z77Z8#6B-v98yqDdB@`J31rG=(5+woyB?cb}0W$&"
        "xHvkVM7Y_?L4;2{~F&h^l9U~(nB_k&rAweA-H6tY}6)S3hx-zyyEh!}-9~~JP6B7{+4+#qg2L%TJ0|5d600sgE"
        "1_lTQ3<?Mi3=9qo5D*R&4iXX+5)>8^8W0*38WtKB8X6cJ8Xg!P93C7V9v&bbARr_jA|fCrA|fUtCMF~(Bq%5*D"
        "kdr@C?+T-93Bz|2OT?IjRD62i2~aKvjdp~{{-;`-3G-6r3mi`tqI8qpAFLvp9;ST-w68$fd`!in+3rH%LDTQp9"
        "19pqXBhIGZ_m73J?$)7!Vj5APyQBAP62H1{@v;9uO8D0v-?&90DQ&90(K;5D*L!2owYi762Fn8V4K;90wEu1PT"
        "Qf4H5?d3=0Ye3ltL%6crBy3lSFz7Znv51sNe5A0Z(pCoL~MJta+1L0w~EjRAYl0?@Kr-wd7sz5%KMV9o(Tv;lw"
        "teqwrfbZ~HLY+g)mU}kPMWL9=8USdu@Vp2F{JWggFUQjq_8e}#~P&8m3ZWL@FU?^NBUM4_XCR`?1EK)Q^J~~V;"
        "S|ngDLPjoRDnv>$S~NIdGCWv5KtNnJMm$zRHaajU76KPJYoP(<0kHy;1LFhB1j_}H28##R2bT!32%iY61cL~x3"
        "dafM2>S<t2crg;1;+%(1M>o-0^tFt0dY|;84Cpp5)>F73?3RJ5F8vL3?L>3Bq9nV78oW3C=wbX3MdF95F8j78W"
        "JE3Bn%WL2qX$51}X$72qF#^7!D=|CJYcJ1|kv)EC>!P2ofL`5DYF15*8F96cQE|7#0{978Vi`Dh>`J5D*#w7HI"
    ),
    "icefire": (
        "#GqQ?qXBV)0g(Z{0iglK0n-6xKRr!TTVG>yeS-mq0iOY@0kHwa0o?)b0b!N{&I6nT(gT_VlmzYr(gfH8>;&2a;"
        "spK!wgkuohy?ls#00nmgaw`j-UrwWju3(nz7gCLo)XX#fDxh(s14=_z6SOJNv{Fv1l0uF2Jr>+28{;y2bl=<2$"
        "c%U3B?K939ktE2ki#A2D=6C1ce081CImE0<i*t0?h%f0f7N$cP$eO1vEf5e1rkc0q6np0e}LU0;U4C0?Gp50`d"
        "Za1C#@(1Godq1Kb1X1M~y_1C9iY1eOGl1ds%@7UCP!2F?YB1&{^M1gr$M1h5321dIfN1cn5(1L6bn1Goc{1BwI"
        "01MmXO0-OW90+<4f1M&fg0+a%_0@MMR0+<4*0r&xo0<;0R0onn|0k8p@0jvS60iXef0fqr^SWYSk0!3%<0gD2="
        "0<!~?1os2$0*?Zh0*?dF0`UWr1FZzl1HlCC1Gxm@1Dgb^1BV3r0+j=e1Hl5X0^I`F0?PyS1JeYp1hoYJ1fK+-1"
        "c?Nh1E~YS0{sE+0mA`zX-z{V9Vadq6lob9K^Y|-1OYV#3<nhiGGEIB?z3*+eVzfB0h$4r0g?fb0geH1R#Z?>N="
        "QONKsYuwFe)r0Bmrr2e`|GdXLnzBU2$P+Yh!nDZ+(XWqXFXq^8xz-fdYpD{Q>I%$pN7OV<{qFk^$5K-T{gN{sE"
        "c-fCA<Lqy(r0+yvMK=mgpX`UL0$ssr=_%mSJM%mKOqjsbLNXiz>hHZEc^I7n<pT#Nx~tO0DA0i*%20onoH0rCN"
        "i0;U4C0?q>30`>xm1Dpe{1Hc2$1Kb1b1M&m>1A+vC1nmUx2HpaK1C#^$0)_*G1Ly+Q0>T2e0-gf?0g?jP0j>eC"
        "0jvR%0ZL?C1TZX591AgLBYTknH<<y$0e6W3!2!7es{xw<wE@KexdEdAp8<mbXH69(M7#lp0)Pa@1f&Is2doJE2"
        "kHgJ1k?nI29yPa2hs(m2k-^<2FwML2J8fy1>6I+1nL6z0^9=Z0n`D40_p+M0_Fmq1LOkK0_*~W0_Xw40a{iBCp"
        "ArTb9r@rb6<-AQ)dw$5dsMU00{sZ3<eY+7zj$>0m#>A|0zcs0ahknf&oaH0jdGA0lERg0m=c^0oDQF0p<bj0q_"
        "C%0e}L60*V5T0)_(00k#3G0hj@f0g3^D0e*UVdVGKZhyjEFi~*hjqyer0qyf|cNK4}awF0*T*#*f3&j|Yn+Y0L"
        "ptqhM2=MA$A`3;{6vkUnLkqMaw(*=<Y;R~+|(G1B5i3gnr%LCH^l>rSdm;&wr+5(mX`~u_xrUTdm@&nid{sZ6w"
        "lmvzZ_ye2+!~~uMzyrVp$O4!J`UAoQ@&x<?+ytTp>IB>bgaw)f&IPUo#s#<q)CJ@P?gf+v=mn|<rUv2$m<QMut"
        "`Oh@>I3it-~-+R)&s-?wgaRCmIHzV>;mQj#saPaq5_fvfCAhB+5yY~rU9w}oB?uN5(5A|GdX={g#o7lw*kQc)d"
        "7V9qXMG>&jRlPjRU;{;{%NZ#{}&Jn+59y^#!X2(+1ZDr3R4(!v)C%`vTnp+XDRoi2{WIj{yh{oB^@{o&vT4kOT"
        "Mv>I1L?*aPYV%mc&&`U8{%q6eY~(hHyqh75ubgbun7kPz$*o)6{>j0>C#&<WlL{sxc+!UgmMqy+2(-U5;X)&kT"
        "6DJ=>e0RkNjItl<BI3fj_0i*-"
    ),
    "twilight": (
        "?2l~O9>W3a0o?)50s8^Z0qp_#0qX&U0+RxV0+|A>0+|Av0;vL_0+9lT0)qmH0_y?c0o4J?0lNXQ0i^+(0f_;9Z"
        "(~(WJ2NL64+8`e93U<-JVHoNR9IeMW@v0`a&UBXc6fMvczk|-et-dfgaLp7gaLv9h5?2Fh5?8HhyjQJi~)!Njs"
        "c7Ti~*1VjscDVk^znZlmU<dkO7ndk^zzdkO7ndkO7hbkO7bZkO7VXi~)=Ri~)!NhyjKHgaLv9et-dbdUkShZfa"
        ";`VqRKUR8CMvNI*b3HZ(9QDkLBt8Wa=|3I+xO0|f~U4-pv|A0Z<tD={xQIX^*1NljB#SzlvkZE<yXfdPR5i2;i"
        "NlL3<fnE{;vp8=%-qXDS_rva-0rva$}r2(S>p#hfxmjR6dg#m#9b8TT)OG7g$9T5cv5*{oxLQGU*a&~@*0hR%x"
        "0iFS>0l)#c0lWdy0n7o+0ptOi0l@*|0fhqj0fz#i0)kZI0k;9Y0kZ*}0i6ND0saAq0)zta0fYkR0pbDj0n!1|0"
        "onn)0lopm0jL3_0jvR-0gM5P0gM59aB6g1SW-$%L^?DuDkdTt8Wau+1^@#G2@ew&8zCbpD=#rOJ3T=|MN3OfQB"
        "hG>RaIG4Sy@+CSyfq6SyNM0Q&CY-PftxxO-oHlO-D^fNl8aZM@L6VMMp<RM@L6RM@LCRNk>OVNkvCTNkvITNkv"
        "CRM@2<NLqkJDK|en|KRG)&H8(LaF)J%6B_Sal8x<E14GRYW0R#vL4iXX?93CPjC@L&6GBh?gI6OE!JUBcyIx;j"
        "aEGQ-(8V(Es2MHM^F+ELFWpjCZac@^Y9~luFBS&9*mjSB*!vW0!-vQ?V?*a7zvf*c-3)uq80?z`^0=ojq0=ELM"
        "0;>X@0*wNT0`~#y0pkJL0mlKq0k;9K0igkz0h0lV0fhm3b!};1UsY32M@c_HJ2^KqH7_kMD=8@_CnF^zBOf6j9"
        "~~bX9UB`P8yOoH8yOiH7a18D85bED85bED8y6WF8y6cJ7abQJ85tcJ8yg!N8yg)N9UB`P8yy=P9UB`P9T^=P8y"
        "g!N866oL8yOoJ8y6cH7aJ8D6&V*57Znv16%iE?5fKj!4+{$k2L}TK0R#dF3=9w$7$6`jFf=?wN>o~AaCm|Njsc"
        "nhq5-Y}x&gug%mLN`-~r+R?g8up^a1n%^a1n%@B#1v<N@LV+yT}B%mKy$z5%!aumP$8qye4*oB@^rkO7JTi~*1"
        "Vi~)`TkO6v(0h9rh0f+&J0h|Gx0fGUZ0i*$n0iFS>0geIQ0lWmT1i%E01nL9i1EWUL1KI=r1C#`!1h53=0iFSr"
        "0gM5h0e}IJ0gwT9iUEQFY=8lDVs36yUS3p0PEJNPK0Z1)E;2AQGB7YQG%_?gIzB)~ModmrSXyFYYHDzBbbNSze"
        "1HLf0e}I30e}I1e13X%cyMxTY-VI&UR+jIQcy}tNJc<HK0G=)Ha0XeFfuMIE-Wf4C@Ll<CMG5#BqAgrA|f6jAR"
        "ZnZAQ~JT92goH8WtE778Vi|5)cv&5DW|q3JM4Y1_T5G0ssL60|N&I2@44e4G|3!5fc*^6&V>B8yy`TAt50pB_$"
        "~-Eh{lGH8ndsKSM`LO;cA}V`FV^d3k{WhXIWNkpY(hodKf(s{ywG!vWI)<pKKvi2|Jhrvk46w*tEYxdOiey#m1"
        "k!2-bo!vezs#RAN-Y|9JT0p|hJ0mT8w0jmL}0h<Ab0f7N`ZEIm+T~$?2OG7&|D<c^Z0|pKlA}TaEL`G0jT3TLU"
        "Vq#!qU|?QcSXfk2PE1NhLO?(`Iy5#eFf1x2C?X&t9vm1N7!ni`4iF3q3I+%Q1ONa70|N;M2@MMo5fK#?85tWJA"
        "s-_lDJ3Z@D=#lIF*P?iH$6Q+KSM)BMN3IdOHol#RaIG8U0Y#aV`pb)ZEbILad~@te}Mso0f_;L0gnNZ0h0ll0h"
        "<Az0iyw>0jmM60kHwM0l5LY0mA{s0mlK$0nY)^0o4K30oei70owuD0o4K30nq`?0mlKq0l5LM0i^+#0f_;9ZC_"
        "12EfWU{7%DtUSZZ{H0geHh0j2@60m=cw0nP!`0p0=N0g3|l0rmm>0hj`w0*V5V0>A>C0+<5C0<Z#}0?q=A0yIt"
        "zC@KJoJsle%A0ro>0nP!+0lope0k8qA0iXez0gwTT0epCFVp>v2JUA{O91;ou2MrY+B`+~IK}AbZS6gFaX>D(H"
        "cX@k%e}91ie}MsieSraacXe@ZYh_(sS5HYrK{qokCm|gb4-W+a0tN~Y6c!vDBqS&*FfcYWIy^u=Mnp(VOi)l(R"
        "9akIUSwowXlih9baZ%ne1ZXh0fYgF0f+&N0geHZ0g?fh0hR%r0h|Gz0ipq-0j2?_0jdG20jvSA0j>eC0ki?M0k"
        "Q$O0ki?Q0k#3S0k#3U0k#3Q0k#3O0k#3M0kQ$E0k8q80jvS00j2?<0iFS#0hR%l0g?fX0g3^H0fGU1cyMrNWL{"
        "WQOh`gFI4mY28WIWu0}B@+DJ?rePg!eoeT@N|0j~kk0oeih0hI#30_y^S1EB-21HS{K1A_zM0?h)O0*3<o0q+6"
        "h0pS7b0pS7P0rvsr0R"
    ),
    "turbo": (
        "{FfJ?OsfKy0+#}p0+#}p0+#}p0+#}-0)qmV0+#}p0+#}-0)qmV0+#}-0)qmV0;>Xp0;>Xp0;>Xp0;>Xp0;>Xp0"
        ";>X-0)qmp0+#}V0;>X-0+#}h1DgrM35N-{2<Hc@2ge4V2B!s+1&0Ll1CImK0)qmd0e2H9c(ehS0@MPe1M~y11e"
        "6851)v7p2EYgC2h0eF3G4}!3it}N3z!VR45SU<4fGAT4b%**49E+h3%m+|3fKwY2)GF72doFk2DApe1*iqE1c("
        "H<1Ly**0`LK#0b~FtcgF$m0n-Ab1Iq)O1lI(+1>*(B2JZ&H2agEL2>S<%0Vn_`6FX01V~YWc0kZ+00owuF0q+6"
        "t0ha=+0>1*Q0{a5f0*?ca1CImC1Iq);1M>s(1Dgb!1g`|w1j7XX1nUH+1^)!k1-k|R1j7Wc1e*k}1cwBh1e*l&"
        "1M>ri1m6Sm1Iq*R1GfX;1GfXW1GfXC1ET}C1N#D_1N#E|0{a5{0_OtL0_Otf0;>Y&0;>Y60>1*Q0;>Xp0+#}-0"
        "@DKL0{a5z0{a5z0{a5z0_Otz0_Otf0{a5z0{a5z0_Otz0{a5f0{a5{0_Otf0_Otz0{a5z0_Otz0_Otf0{a5z0{"
        "a5z0_Otz0_Otz0_Otf0-)gt+_eEuV^3paPh(GGV^3paPh(GGV^3pGV`EQaPj@?aPfufGPj@?GV`EQGPf%n~P&^"
        "bA6aXhDCp%+LcZ&gcvjLw0vjN8e?*ZEZ?*W$rg957ps{+#kzXIn1`vT_zqXUlvqXV}C-vi47-vfsP=K|XS+X3$"
        "Z?*W4X?*W4XmjZ(Vmjagps{*S6s{+3Qs{+3Q(*n~1(*n~1=K|*f=K}iz`vUs{j{}bb`vSKEj{~;@qXV}Cw*$8W"
        "%LB^;-vi47^8>F0n*^H#n*@gh-vjdl^8>d7%LBIqw*!v@j{}bb`vT_z(*oxLs{+#ks{)q-mjZ(Vg97gX+X34Fv"
        "jN)yp8=l%p8<D^0e53hPdg{)0@noB1g`{#1cwB-1Iq*Z0*?c~0>1*Q0`CFa0kZ+K0e4Sh695!EP-L_LpaIAMga"
        "U*DtOCFS`~v&}xC6KY^aJz*umrFK>;%LFm;&4Z$N}&H+yTe|@BzpH+yU?b$N}5|+yUGH@BzpH+yUGH$N}&H+yU"
        "GH+yTe|@BzpH@BzpH@BzpH+yU?b$N}5|+yUGH+yUGH+yUGH+yUGH)T<nj$^-KV%Lwxb-w5*v-w59b-w59b^9bJ"
        "v^9bJv-w59b-w5*v-w5*v-w59b-w59b^9bJv^9aib^9b_@%Lwxb-w5*v%Lwxb^9aib^9bJv-w5*v*9pT8{|>_r"
        "hYrgP`wY_zgAB(Diwn;R{|VO#n+dlFqX^Rng9qCNp9aqblLhMphXmgPj|2Mxg97gXivf2N6i}c6+yR&Z)B>af%"
        "mau7*aV*es|VW##|HNW;|2c&>jbX^hXl6+j|1lds{-2r+W~h^ClpY4v;pt|m;%58qywY_^aHR2*aUzD&;|Gfv<"
        "AoqtOvjckO-s*^az{@#0jto;0VkJkO=4pm<NOh$OeoC_yxQL>;&utoCM$l%ma`E=mMAmgaXI`paEn&06ROM0ml"
        "LF0ha>P0*?cu1M>ri1lI)r1g8bh1)m192D=6G1K$J71GfXC1N#Eg0_Os&0+#}p0^0%G0mlK00gC~5V>=Tk6ev7"
        "UWQ+lz0ki?g0q_BY0+<4<0@MQ30{jA`1Ed4E1M~yT1IPiO0iXf20iXf20iXe(0iXf20iXe(0ki>(0muQ20ki?2"
        "0iXf20iXe(0iXf20iXf20gM5(0ki>(0ki?20ki>(0muQ20ki?20iXe(0ki?20R"
    ),
    "flare": (
        ";IwhO0@nd48wDE?2MZ4i0T%=j2>=fZ0|N;M2?qrU0|y5K3j+lU0}Cw|6%`j17aJ8D866uP8zCPbBOxOtB_}B-D"
        "=RTIF)=kYK|MP?Nl8ORTT4q{Ra0qMTWeiuXJ2DYTUl3SQ*l*oTWw!!VP|1wVP9caUr$|0S4l-nJw-b;KQSvcEh"
        "Qr>BOMzb1_}rY2nq%Y2nGrW1_%ZS1_%ZQ1PBBM1_A~I1Ox;E0t5m81OWm90RR920RROH5e*3s2M+}c1qlTO1p@"
        ";G00ROA1Oo&B00;vJ0t5yG1PBHO2nGfU2nGlM78(#177`c|6c!K^6ciE^5)2j&3JeHQtcp~HJaiBY1quQI00IL"
        "81PK5E3jzTN2LlBM1qTNQ3k3@a2@44e2?_xR2L%NM1qTBM0S5yE0|NsA0RaF30ssI61_lZW3JMGs77`R7A{-zz"
        "C@4HOGEO`~SVmY@Qd&S%R8nSCc3OI9d~kvRc7y?ZgaLp7f&qj9eue>Zi~(+f0d8=3U~*zuXjo2IQbs~dKs+`!1"
        "_c8F1pxyC0RsR70{{U5009940RRF30R#d71^@yE0tN&K0tf~Q1_%lY3JMY&A|4zd79bKD5*QE^4iF3w2n+@e0t"
        "f^G1_1^G000F60SN&G2?qrU4Fd}aBPAOpAs;0jBOxClAtN6lAs-_hA0HVY=EOaXB@_$>3I+%U1_%TQ1Ox^K1Ox"
        "^G1_A~G1_A^E1Ox;E1OfyE2tGVMIzB)^L_|nNOiE5tP*hk}TwGvaWM*h;Y;<^Zc6xe<0fqs7gaMENjsb=NiUFP"
        "hiUEuPngNahhyk7fhyjKHlmUK-0e}H?XjWiaR$5G0L{LCNHaadWBp?_T4h9AX01pip7a1cTCn+Z_F)uGQH8D3g"
        "H!&?EBOxIvBOxItBO@OxA0sCtAtfmvB_|^#CnG5%D<dZ<Co3Z{BQGf}D=jZ8J3T=`K|eu3JwZJ|JwH7=Jv}))I"
        "Xg8uH#IdiH8C+WFE24GEiWf6DJLl>B?$us0s{g800aO42m}HK1_%ZY1`ZGm7)}"
    ),
    "crest": (
        "*7{DHMxp^S5Dpv!4h#eY4gmxJ1P1~E4FLxS3lj?u6A=>^85;~XGBh+cI662!K0ZD^LO?=7L_$PFLPkVHMoLCPL"
        "_$J9LOwuDJ~}))HabK)GBPqQKr$*SC^Rx6AR;y*92P7j77!*N3=Sp|0}Tcd4+8-W3k3oR3kM7b1qT8S0RR956b"
        "uRq5DpY38XO)ZC@L;CI6z29OjKH4W^8tPfB}pFkO7tfq5-Y}vH`RKyaB=i$N|a$(gD^1*a7eX+yUGHr~!O@iUD"
        "+XaBzSDXlP($YE)ECT1Y-VMm8`gG$tGxAQlV=5(WbU1PKoh1s4|^6B{8T9U~znOHn^NQ87O^H8VFSFEb@4B_$&"
        "r8yyh^e42q`!yp+20s;U80t5mE0t5yE1_%NM1_%TO1_%fS2nGlU2nYcW4Gj$s4G#?u4-F3u4G#?s4+{+q4GRqm"
        "3k?ek3kM4c2?+-a2L}fS1qBHO1p@^G2Ll5E0|NyB0{{g80RRC50ssL40ssL31_A^G1OfyC1OxyA1ONg8000620"
        "RjO40RRI40|5aA0RsgC0|f;I1qTNO2?YxU3keAc3kwMi3k?ko4Gj$s4G#|y4G{?q2MY@c2@4Ae3keMg3keGg2@"
        "4Ae2@44c3kL}c2MGrW2L}fU1qTNQ0|^5M1p@~I2LlfY2@eek6Acp&6%iE~6B`*H8yzJhB`q;;#)?I-2k8M<DJM"
        "G{D=8Z#D;p&rB^M_j7at=X8x<WJ85<cF7a0u}78(>56cQ8=5)KXw3JeGc1_lHI1Ofm7000941qB5M1qlTQ2MY-"
        "a3kwGe3kwYm1q}-g3kwGi2@eAe3kwGc2@3}W3kd@U2>}TJ0RaU7000L91ONvD1OfmB1OfsC1p)vB0ssO70R#a6"
        "000930|NyE0|f^M1q%la2@MYs4H**^85bKHAsr_vCn+Hj7abKD7a1WP8yz1fA0HzrCm|&-DJ3Z}D=RBAEiWlME"
        "iErOFE1@UEio-QF)c4MGc5ra7#<oJ92^=R8XO)R93CDX9v&bfAS5VO"
    ),
}

KNOTS = """
    Blues f7fbffdeebf7c6dbef9ecae16baed64292c62171b508519c08306b
    BrBG 5430058c510abf812ddfc27df6e8c3f5f5f5c7eae580cdc135978f01665e003c30
    BuGn f7fcfde5f5f9ccece699d8c966c2a441ae76238b45006d2c00441b
    BuPu f7fcfde0ecf4bfd3e69ebcda8c96c68c6bb188419d810f7c4d004b
    GnBu f7fcf0e0f3dbccebc5a8ddb57bccc44eb3d32b8cbe0868ac084081
    Greens f7fcf5e5f5e0c7e9c0a1d99b74c47641ab5d238b45006d2c00441b
    Greys fffffff0f0f0d9d9d9bdbdbd969696737373525252252525000000
    OrRd fff7ecfee8c8fdd49efdbb84fc8d59ef6548d7301fb300007f0000
    Oranges fff5ebfee6cefdd0a2fdae6bfd8d3cf16913d94801a636037f2704
    PRGn 40004b762a839970abc2a5cfe7d4e8f7f7f7d9f0d3a6dba05aae611b783700441b
    PiYG 8e0152c51b7dde77aef1b6dafde0eff7f7f7e6f5d0b8e1867fbc414d9221276419
    PuBu fff7fbece7f2d0d1e6a6bddb74a9cf3690c00570b0045a8d023858
    PuBuGn fff7fbece2f0d0d1e6a6bddb67a9cf3690c002818a016c59014636
    PuOr 7f3b08b35806e08214fdb863fee0b6f7f7f7d8daebb2abd28073ac5427882d004b
    PuRd f7f4f9e7e1efd4b9dac994c7df65b0e7298ace125698004367001f
    Purples fcfbfdefedf5dadaebbcbddc9e9ac8807dba6a51a354278f3f007d
    RdBu 67001fb2182bd6604df4a582fddbc7f7f7f7d1e5f092c5de4393c32166ac053061
    RdGy 67001fb2182bd6604df4a582fddbc7ffffffe0e0e0bababa8787874d4d4d1a1a1a
    RdPu fff7f3fde0ddfcc5c0fa9fb5f768a1dd3497ae017e7a017749006a
    RdYlBu a50026d73027f46d43fdae61fee090ffffbfe0f3f8abd9e974add14575b4313695
    RdYlGn a50026d73027f46d43fdae61fee08bffffbfd9ef8ba6d96a66bd631a9850006837
    Reds fff5f0fee0d2fcbba1fc9272fb6a4aef3b2ccb181da50f1567000d
    Spectral 9e0142d53e4ff46d43fdae61fee08bffffbfe6f598abdda466c2a53288bd5e4fa2
    YlGn ffffe5f7fcb9d9f0a3addd8e78c67941ab5d238443006837004529
    YlGnBu ffffd9edf8b1c7e9b47fcdbb41b6c41d91c0225ea8253494081d58
    YlOrBr ffffe5fff7bcfee391fec44ffe9929ec7014cc4c02993404662506
    YlOrRd ffffccffeda0fed976feb24cfd8d3cfc4e2ae31a1cbd0026800026
    bwr 0000ffffffffff0000
"""
LISTS = """
    tab10 1f77b4ff7f0e2ca02cd627289467bd8c564be377c27f7f7fbcbd2217becf
    tab20 1f77b4aec7e8ff7f0effbb782ca02c98df8ad62728ff98969467bdc5b0d58c564bc49c94
        e377c2f7b6d27f7f7fc7c7c7bcbd22dbdb8d17becf9edae5
    tab20b 393b795254a36b6ecf9c9ede6379398ca252b5cf6bcedb9c8c6d31bd9e39e7ba52e7cb94
        843c39ad494ad6616be7969c7b4173a55194ce6dbdde9ed6
    tab20c 3182bd6baed69ecae1c6dbefe6550dfd8d3cfdae6bfdd0a231a35474c476a1d99bc7e9c0
        756bb19e9ac8bcbddcdadaeb636363969696bdbdbdd9d9d9
    Accent 7fc97fbeaed4fdc086ffff99386cb0f0027fbf5b17666666
    Dark2 1b9e77d95f027570b3e7298a66a61ee6ab02a6761d666666
    Paired a6cee31f78b4b2df8a33a02cfb9a99e31a1cfdbf6fff7f00cab2d66a3d9affff99b15928
    Pastel1 fbb4aeb3cde3ccebc5decbe4fed9a6ffffcce5d8bdfddaecf2f2f2
    Pastel2 b3e2cdfdcdaccbd5e8f4cae4e6f5c9fff2aef1e2cccccccc
    Set1 e41a1c377eb84daf4a984ea3ff7f00ffff33a65628f781bf999999
    Set2 66c2a5fc8d628da0cbe78ac3a6d854ffd92fe5c494b3b3b3
    Set3 8dd3c7ffffb3bebadafb807280b1d3fdb462b3de69fccde5d9d9d9bc80bdccebc5ffed6f
"""
COOLWARM = """
0.2298057 0.26623388 0.30386891 0.342804478 0.38301334 0.424369608 0.46666708 0.509635204
0.552953156 0.596262162 0.639176211 0.681291281 0.722193294 0.761464949 0.798691636
0.833466556 0.865395197 0.897787179 0.924127593 0.944468518 0.958852946 0.96732803 0.969954137
0.966811177 0.958003065 0.943660866 0.923944917 0.89904617 0.869186849 0.834620542 0.795631745
0.752534934 0.705673158 0.298717966 0.353094838 0.406535296 0.458757618 0.50941904 0.558148092
0.604562568 0.648280772 0.688929332 0.726149107 0.759599947 0.788964712 0.813952739
0.834302879 0.849786142 0.860207984 0.86541021 0.848937047 0.827384882 0.800927443 0.769767752
0.734132809 0.694266682 0.650421156 0.602842431 0.551750968 0.49730856 0.439559467 0.378313092
0.312874446 0.24128379 0.157246067 0.01555616 0.753683153 0.801466763 0.84495867 0.883725899
0.917387822 0.945619588 0.968154911 0.98478814 0.995375608 0.999836203 0.998151185 0.990363227
0.976574709 0.956945269 0.931688648 0.901068838 0.865395561 0.820880546 0.774508472
0.726736146 0.678007945 0.628751763 0.579375448 0.530263762 0.481775914 0.434243684
0.387970225 0.343229596 0.300267182 0.259301199 0.220525627 0.184115123 0.150232812
"""
NAMED = """
aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc
bisque ffe4c4 black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a
burlywood deb887 cadetblue 5f9ea0 chartreuse 7fff00 chocolate d2691e coral ff7f50
cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff darkblue 00008b darkcyan
008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkkhaki bdb76b darkmagenta
8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000 darksalmon
e9967a darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f darkturquoise 00ced1
darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff dimgray 696969 dodgerblue 1e90ff
firebrick b22222 floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc
ghostwhite f8f8ff gold ffd700 goldenrod daa520 gray 808080 green 008000 greenyellow adff2f
honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c
lavender e6e6fa lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6
lightcoral f08080 lightcyan e0ffff lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen
90ee90 lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa
lightslategray 778899 lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 limegreen 32cd32
linen faf0e6 magenta ff00ff maroon 800000 mediumaquamarine 66cdaa mediumblue 0000cd
mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371 mediumslateblue 7b68ee
mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585 midnightblue 191970
mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080 oldlace
fdf5e6 olive 808000 olivedrab 6b8e23 orange ffa500 orangered ff4500 orchid da70d6
palegoldenrod eee8aa palegreen 98fb98 paleturquoise afeeee palevioletred db7093 papayawhip
ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd powderblue b0e0e6 purple 800080
rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513 salmon
fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d silver c0c0c0 skyblue
87ceeb slateblue 6a5acd slategray 708090 snow fffafa springgreen 00ff7f steelblue 4682b4 tan
d2b48c teal 008080 thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet ee82ee wheat f5deb3
white ffffff whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32
"""
