-- Every operator of numeric_std on unsigned numbers, and on std_logic_vector through the package of VHDL-2008.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity arith_unsigned is
  port (
    clk : in  std_logic;
    a   : in  unsigned(7 downto 0);
    b   : in  unsigned(7 downto 0);
    c   : in  unsigned(4 downto 0);
    w   : in  unsigned(99 downto 0);
    x   : in  unsigned(99 downto 0);
    bit_in : in std_logic;
    add_ne : out unsigned(7 downto 0);
    sub_ne : out unsigned(7 downto 0);
    add_bit : out unsigned(7 downto 0);
    sub_bit : out unsigned(7 downto 0);
    add_int : out unsigned(7 downto 0);
    int_sub : out unsigned(7 downto 0);
    mul_ne : out unsigned(12 downto 0);
    mul_int : out unsigned(15 downto 0);
    int_mul : out unsigned(9 downto 0);
    mul_wide : out unsigned(199 downto 0);
    div_ne : out unsigned(7 downto 0);
    div_en : out unsigned(4 downto 0);
    div_int : out unsigned(7 downto 0);
    int_div : out unsigned(7 downto 0);
    rem_ne : out unsigned(4 downto 0);
    mod_ne : out unsigned(4 downto 0);
    mod_en : out unsigned(7 downto 0);
    mod_int : out unsigned(7 downto 0);
    rem_int : out unsigned(7 downto 0);
    mod_pow : out unsigned(7 downto 0);
    int_mod : out unsigned(7 downto 0);
    div_wide : out unsigned(99 downto 0);
    mod_wide : out unsigned(99 downto 0);
    cmp : out std_logic_vector(11 downto 0);
    cmp_int : out std_logic_vector(5 downto 0);
    up : out unsigned(11 downto 0);
    down : out unsigned(4 downto 0);
    logic_vec : out unsigned(7 downto 0);
    logic_bit : out unsigned(7 downto 0);
    reduced : out std_logic_vector(5 downto 0);
    neg_of : out signed(7 downto 0);
    square : out unsigned(15 downto 0);
    avg : out unsigned(7 downto 0);
    sat : out unsigned(7 downto 0);
    left_one : out std_logic_vector(7 downto 0)
  );
end entity;

architecture rtl of arith_unsigned is
  signal bs : unsigned(7 downto 0);
  signal cs : unsigned(4 downto 0);
  signal xs : unsigned(99 downto 0);
  function bit_of(x : boolean) return std_logic is
  begin
    if x then return '1'; else return '0'; end if;
  end function;
begin
  bs <= to_unsigned(3, 8) when b = 0 else b;
  cs <= to_unsigned(5, 5) when c = 0 else c;
  xs <= shift_right(x, 40) or to_unsigned(1, 100);
  add_ne <= a + c;
  sub_ne <= c - a;
  add_bit <= a + bit_in;
  sub_bit <= a - bit_in;
  add_int <= a + 200;
  int_sub <= 3 - a;
  mul_ne <= a * c;
  mul_int <= a * 7;
  int_mul <= 31 * c;
  mul_wide <= w * x;
  div_ne <= a / cs;
  div_en <= c / bs;
  div_int <= a / 3;
  int_div <= 100 / bs;
  rem_ne <= a rem cs;
  mod_ne <= a mod cs;
  mod_en <= c mod bs;
  mod_int <= a mod 10;
  rem_int <= a rem 10;
  mod_pow <= a mod 16;
  int_mod <= 200 mod bs;
  div_wide <= w / xs;
  mod_wide <= w mod xs;
  cmp <= bit_of(a < b) & bit_of(a <= b) & bit_of(a > b) & bit_of(a >= b) & bit_of(a = b) & bit_of(a /= b)
    & bit_of(a < c) & bit_of(a <= c) & bit_of(c > a) & bit_of(c >= a) & bit_of(a = c) & bit_of(c /= a);
  cmp_int <= bit_of(a < 200) & bit_of(5 <= a) & bit_of(100 > a) & bit_of(c < 100) & bit_of(c = 40) & bit_of(maximum(a, b) = a);
  up <= resize(a, 12);
  down <= resize(a, 5);
  logic_vec <= ((a and b) or (not a xor b)) xnor (a nand (b nor a));
  logic_bit <= (a and (a'range => bit_in)) or ((7 downto 0 => bit_in) xor b);
  reduced <= (and a) & (or a) & (xor a) & (nand a) & (nor a) & (xnor a);
  neg_of <= -signed(a);
  process (clk) begin if rising_edge(clk) then square <= a * a; end if; end process;
  avg <= resize(shift_right(resize(a, 9) + b, 1), 8);
  process (all)
    variable t : unsigned(8 downto 0);
  begin
    t := ('0' & a) + ('0' & b);
    if t(8) then sat <= (others => '1'); else sat <= t(7 downto 0); end if;
  end process;
  left_one <= std_logic_vector(a sll 1) or std_logic_vector'("0000000" & bit_in);
end architecture;
