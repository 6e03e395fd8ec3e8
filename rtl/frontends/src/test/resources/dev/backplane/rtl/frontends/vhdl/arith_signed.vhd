-- Every operator of numeric_std on signed numbers, of equal and of different widths, with integers on either side.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity arith_signed is
  port (
    clk : in  std_logic;
    a   : in  signed(7 downto 0);
    b   : in  signed(7 downto 0);
    c   : in  signed(4 downto 0);
    w   : in  signed(63 downto 0);
    x   : in  signed(63 downto 0);
    add_eq : out signed(7 downto 0);
    add_ne : out signed(7 downto 0);
    sub_ne : out signed(7 downto 0);
    add_int : out signed(7 downto 0);
    int_sub : out signed(7 downto 0);
    mul_eq : out signed(15 downto 0);
    mul_ne : out signed(12 downto 0);
    mul_int : out signed(15 downto 0);
    int_mul : out signed(9 downto 0);
    mul_wide : out signed(127 downto 0);
    div_ne : out signed(7 downto 0);
    div_en : out signed(4 downto 0);
    div_int : out signed(7 downto 0);
    int_div : out signed(7 downto 0);
    rem_ne : out signed(4 downto 0);
    rem_en : out signed(7 downto 0);
    rem_int : out signed(7 downto 0);
    rem_neg : out signed(7 downto 0);
    int_rem : out signed(7 downto 0);
    mod_ne : out signed(4 downto 0);
    mod_en : out signed(7 downto 0);
    mod_int : out signed(7 downto 0);
    mod_neg : out signed(7 downto 0);
    mod_pow : out signed(7 downto 0);
    int_mod : out signed(7 downto 0);
    div_pow : out signed(7 downto 0);
    div_wide : out signed(63 downto 0);
    mod_wide : out signed(63 downto 0);
    neg : out signed(7 downto 0);
    abso : out signed(7 downto 0);
    abs_expr : out signed(8 downto 0);
    cmp : out std_logic_vector(11 downto 0);
    cmp_int : out std_logic_vector(11 downto 0);
    up : out signed(11 downto 0);
    down : out signed(4 downto 0);
    down_one : out signed(0 downto 0);
    down_expr : out signed(3 downto 0);
    down_local : out signed(4 downto 0);
    sum_carry : out signed(8 downto 0);
    mac : out signed(23 downto 0)
  );
end entity;

architecture rtl of arith_signed is
  signal bs : signed(7 downto 0);
  signal cs : signed(4 downto 0);
  signal xs : signed(63 downto 0);
  signal acc : signed(23 downto 0) := (others => '0');
  function bit_of(x : boolean) return std_logic is
  begin
    if x then return '1'; else return '0'; end if;
  end function;
begin
  -- Least value by -1 and division by zero have no value.
  bs <= to_signed(3, 8) when b = 0 or b = -1 else b;
  cs <= to_signed(-5, 5) when c = 0 or c = -1 else c;
  xs <= to_signed(-7, 64) when x = 0 or x = -1 else shift_right(x, 13) or to_signed(1, 64);
  add_eq <= a + b;
  add_ne <= a + c;
  sub_ne <= c - a;
  add_int <= a + 100;
  int_sub <= (-3) - a;
  mul_eq <= a * b;
  mul_ne <= a * c;
  mul_int <= a * 7;
  int_mul <= (-3) * c;
  mul_wide <= w * x;
  div_ne <= a / cs;
  div_en <= c / bs;
  div_int <= a / (-3);
  int_div <= 100 / bs;
  rem_ne <= a rem cs;
  rem_en <= c rem bs;
  rem_int <= a rem 5;
  rem_neg <= a rem (-5);
  int_rem <= (-100) rem bs;
  mod_ne <= a mod cs;
  mod_en <= c mod bs;
  mod_int <= a mod 5;
  mod_neg <= a mod (-5);
  mod_pow <= a mod 8;
  int_mod <= (-100) mod bs;
  div_pow <= a / 4;
  div_wide <= w / xs;
  mod_wide <= w mod xs;
  neg <= -a;
  abso <= abs a;
  abs_expr <= abs (resize(a, 9) - b);
  cmp <= bit_of(a < b) & bit_of(a <= b) & bit_of(a > b) & bit_of(a >= b) & bit_of(a = b) & bit_of(a /= b)
    & bit_of(a < c) & bit_of(a <= c) & bit_of(c > a) & bit_of(c >= a) & bit_of(a = c) & bit_of(c /= a);
  cmp_int <= bit_of(a < -5) & bit_of(a <= 5) & bit_of(-100 > a) & bit_of(a >= 0) & bit_of(a = -1) & bit_of(3 /= a)
    & bit_of(c < 100) & bit_of(c > -100) & bit_of(minimum(a, b) = a) & bit_of(maximum(a, -3) = -3) & bit_of(minimum(7, a) = 7) & bit_of(c = 100);
  up <= resize(a, 12);
  down <= resize(a, 5);
  down_one <= resize(a, 1);
  down_expr <= resize(a + b, 4);
  process (all)
    variable t : signed(8 downto 0);
  begin
    t := resize(a, 9) + resize(b, 9);
    down_local <= resize(arg => t, new_size => 5);
  end process;
  sum_carry <= (a(7) & a) + (b(7) & b);
  process (clk)
  begin
    if rising_edge(clk) then
      acc <= acc + a * b - c;
    end if;
  end process;
  mac <= acc;
end architecture;
